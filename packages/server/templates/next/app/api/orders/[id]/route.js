import { requireAnyScope, requirePermission } from "@licet/sdk/server/next";
import { protect } from "../../../../src/protect.mjs";

/** The token has to carry one of the scopes, and its subject needs the permission for this one order, now. */
export const PUT = protect(
  requireAnyScope("orders:write", "orders:eu:write"),
  requirePermission("orders:write", (request) => ({ resource: `orders/${idOf(request)}` })),
  async (_request, { params }) => Response.json({ changed: (await params).id }),
);

const idOf = (request) => new URL(request.url).pathname.split("/").at(-1);
