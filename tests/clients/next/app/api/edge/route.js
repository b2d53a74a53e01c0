import { requireScopes } from "@licet/sdk/server/next";
import { protect } from "../../protect.js";

export const runtime = "edge";

export const GET = protect(requireScopes("orders:read"), (_request, { auth }) =>
  Response.json({ caller: auth.clientId, runtime: globalThis.EdgeRuntime === undefined ? "node" : "edge" }),
);
