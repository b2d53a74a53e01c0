/** An orders API on Fastify. Who may do what is one line at each route. */

import { createTokenClient } from "@licet/sdk/client";
import { createPermissionsClient } from "@licet/sdk/permissions";
import { auth, requirePermission, requireScopes } from "@licet/sdk/server/fastify";
import fastify from "fastify";

const { ISSUER = "http://127.0.0.1:4455", PORT = "4200" } = process.env;
const ORDERS = [
  { id: "42", item: "Armchair", customer: "Carol" },
  { id: "77", item: "Lamp", customer: "Dave" },
];

// Answers requirePermission(). The API asks with credentials of its own.
const checker = createPermissionsClient({
  issuer: ISSUER,
  token: createTokenClient({
    issuer: ISSUER,
    clientId: "orders-api",
    clientSecret: "demo-orders-api-secret-not-for-production",
  }),
  scope: "licet:check",
});

const app = fastify();
// Every route needs a valid access token for this API.
app.addHook("onRequest", auth({ issuer: ISSUER, audience: "https://orders.example.test", checker }));

// The token has to carry the scope.
app.get("/orders", { preHandler: requireScopes("orders:read") }, () => ORDERS);

// The caller needs the permission for this one order, now.
const mayWrite = requirePermission("orders:write", ({ params }) => ({ resource: `orders/${params.id}` }));
app.put<{ Params: { id: string } }>("/orders/:id", { preHandler: mayWrite }, ({ params, auth }) => ({
  changed: params.id,
  by: auth?.subject,
}));

console.log(`The orders API is at ${await app.listen({ host: "127.0.0.1", port: Number(PORT) })}`);
