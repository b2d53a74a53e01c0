/** An API that is protected by the installed SDK, as its guide shows. It runs in the folder of the consumer. */

import { createServer } from "node:http";
import { auth, requireScopes } from "@licet/sdk/server/node";

const protect = auth({ issuer: process.env.ISSUER, audience: "https://orders.example.test" });
const answer = (request, response) => response.end(`${request.method} by ${request.auth.clientId}`);
const read = protect(requireScopes("orders:read"), answer);
const refund = protect(requireScopes("orders:refund"), answer);
const server = createServer((request, response) =>
  (request.method === "GET" ? read : refund)(request, response),
);
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
