import { requireScopes } from "@licet/sdk/server/next";
import { protect } from "../../protect.js";

export const GET = protect(requireScopes("orders:read"), (request, { auth }) =>
  Response.json({ caller: auth.clientId, path: request.nextUrl.pathname }),
);
export const DELETE = protect(requireScopes("orders:delete"), () => Response.json({}));
