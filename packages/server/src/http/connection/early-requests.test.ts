import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { createEarlyRequests } from "./early-requests.ts";

async function start(t: TestContext, options?: { readonly keptMilliseconds: number }) {
  let arrived = 0;
  const early = createEarlyRequests((_request, response) => response.writeHead(503).end(), options);
  const server = createServer((request, response) => {
    arrived += 1;
    early.handle(request, response);
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const send = async (path: string, init?: RequestInit) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { connection: "close" } })).status;
  const untilArrived = async (count: number) => {
    while (arrived < count) await once(server, "request");
  };
  return { early, send, untilArrived };
}

test("a request that comes while the server starts is answered when it has started", async (t) => {
  const { early, send, untilArrived } = await start(t);
  const answers = [send("/oidc/token", { method: "POST", body: "a=b" }), send("/oidc/jwks")];
  await untilArrived(2);
  early.serve((request, response) => {
    request.resume();
    response.writeHead(request.method === "POST" ? 201 : 200).end();
  });
  assert.deepEqual(await Promise.all(answers), [201, 200]);
});

test("probes do not wait", async (t) => {
  const { send } = await start(t);
  for (const path of ["/livez", "/readyz", "/readyz?verbose", "/metrics"])
    assert.equal(await send(path), 503);
});

test("a request waits only shortly", async (t) => {
  const { send } = await start(t, { keptMilliseconds: 10 });
  assert.equal(await send("/oidc/jwks"), 503);
});
