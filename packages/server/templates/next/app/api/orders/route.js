import { requireScopes } from "@licet/sdk/server/next";
import { ORDERS } from "../../../src/orders.mjs";
import { protect } from "../../../src/protect.mjs";

export const GET = protect(requireScopes("orders:read"), async (_request, { auth }) =>
  Response.json({ caller: auth.subject, orders: ORDERS }),
);
