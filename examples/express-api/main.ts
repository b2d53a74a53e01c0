/** An orders API on Express. Who may do what is one line at each route. */

import { createTokenClient } from "@licet/sdk/client";
import { createPermissionsClient } from "@licet/sdk/permissions";
import { auth, requirePermission, requireScopes } from "@licet/sdk/server/express";
import express from "express";

const { ISSUER = "http://127.0.0.1:4455", PORT = "4100" } = process.env;
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

const app = express();
// Every route below needs a valid access token for this API.
app.use(auth({ issuer: ISSUER, audience: "https://orders.example.test", checker }));

// The token has to carry the scope.
app.get("/orders", requireScopes("orders:read"), (_request, response) => {
  response.json(ORDERS);
});

// The caller needs the permission for this one order, now. Bob may change European orders, and no others.
app.put(
  "/orders/:id",
  requirePermission("orders:write", (request) => ({ resource: `orders/${request.params.id}` })),
  (request, response) => {
    response.json({ changed: request.params.id });
  },
);

const server = app.listen(Number(PORT), "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`The orders API is at http://127.0.0.1:${address?.port}`);
});
