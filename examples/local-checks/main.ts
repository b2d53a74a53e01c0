/** A service that checks permissions in its own memory: one check for each row of a list costs microseconds. */

import { createServer } from "node:http";
import { createTokenClient } from "@licet/sdk/client";
import { createLocalChecker } from "@licet/sdk/local";
import { nameSubject } from "@licet/sdk/server";
import { auth, requireScopes } from "@licet/sdk/server/node";

const { ISSUER = "http://127.0.0.1:4455", PORT = "4300" } = process.env;
const ORDERS = [
  { id: "42", item: "Armchair", customer: "Carol" },
  { id: "77", item: "Lamp", customer: "Dave" },
];

// Loads what decisions about orders read, and follows every change of it.
const checker = createLocalChecker({
  issuer: ISSUER,
  token: createTokenClient({
    issuer: ISSUER,
    clientId: "orders-api",
    clientSecret: "demo-orders-api-secret-not-for-production",
  }),
  resources: ["orders"],
});
await checker.ready();

const protect = auth({ issuer: ISSUER, audience: "https://orders.example.test", checker });

const server = createServer(
  protect(requireScopes("orders:read"), ({ auth: caller }, response) => {
    // Answers as the server would. When Licet is away for more than 2 seconds, every answer is a denial.
    const mayChange = ({ id }: { id: string }) =>
      checker.check({ subject: nameSubject(caller), permission: "orders:write", resource: `orders/${id}` })
        .allowed;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(ORDERS.map((order) => ({ ...order, mayChange: mayChange(order) }))));
  }),
);

server.listen(Number(PORT), "127.0.0.1", () => {
  const address = server.address();
  const { revision, ageMilliseconds } = checker.status();
  console.log(`A copy at revision ${revision}, ${Math.round(ageMilliseconds)} ms old.`);
  if (typeof address === "object") console.log(`The service is at http://127.0.0.1:${address?.port}`);
});
