/** A machine that calls the orders API with a token of its own, and says what it may and may not do. */

import { createTokenClient } from "@licet/sdk/client";

const { ISSUER = "http://127.0.0.1:4455", API = "http://127.0.0.1:4100" } = process.env;

const tokens = createTokenClient({
  issuer: ISSUER,
  clientId: "reports",
  clientSecret: "demo-reports-secret-not-for-production",
  scope: "orders:read orders:write",
  // The token is sent to this origin, and to no other.
  origins: [API],
  // A refused scope is no error: the token carries the rest.
  onRejected: ({ rejected }) => console.log(`Rejected: ${rejected.join(" ")}`),
});

const { granted, expiresAt } = await tokens.token();
console.log(`Granted: ${granted.join(" ")}, until ${expiresAt.toISOString()}`);

// `fetch` attaches the token, renews it in time, and asks for another one when it is refused.
const read = await tokens.fetch(`${API}/orders`);
console.log(`GET /orders: ${read.status} ${await read.text()}`);

const write = await tokens.fetch(`${API}/orders/42`, { method: "PUT" });
console.log(`PUT /orders/42: ${write.status} ${await write.text()}`);
