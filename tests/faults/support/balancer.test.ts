import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { createBalancer } from "./balancer.ts";

/** A node that answers as told, with the path of each request that is no probe. */
async function startNode(t: TestContext, answer: RequestListener) {
  const seen: string[] = [];
  let isReady = true;
  const server = createServer((request, response) => {
    if (request.url === "/readyz") return response.writeHead(isReady ? 200 : 503).end();
    seen.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  t.after(close);
  const setReady = (value: boolean) => {
    isReady = value;
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close, setReady };
}

const echo: RequestListener = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  response.writeHead(201, { "x-host": request.headers.host }).end(Buffer.concat(chunks));
};

test("requests go to the nodes in turn, and to another one when a connection is refused", async (t) => {
  const [first, second] = [await startNode(t, echo), await startNode(t, echo)];
  const balancer = await createBalancer([first.url, second.url]);
  t.after(() => balancer.close());
  await Promise.all([first, second].map(({ url }) => balancer.untilReady(url)));
  const send = () => fetch(`${balancer.url}/a?b=c`, { method: "POST", body: "text" });
  for (let count = 0; count < 4; count += 1) {
    const answer = await send();
    assert.deepEqual([answer.status, await answer.text()], [201, "text"]);
    assert.equal(answer.headers.get("x-host"), new URL(balancer.url).host);
  }
  assert.deepEqual([first.seen, second.seen], [Array(2).fill("POST /a?b=c"), Array(2).fill("POST /a?b=c")]);
  // The balancer learns of it from the refused connection, or from its next probe.
  first.close();
  for (let count = 0; count < 4; count += 1) assert.equal((await send()).status, 201);
  assert.equal(second.seen.length, 6);
});

test("a request on a connection that breaks is answered with 502, and is not sent again", async (t) => {
  const breaking = await startNode(t, (request) => request.socket.destroy());
  const balancer = await createBalancer([breaking.url]);
  t.after(() => balancer.close());
  await balancer.untilReady(breaking.url);
  assert.equal((await fetch(balancer.url)).status, 502);
  assert.deepEqual(breaking.seen, ["GET /"]);
});

test("a node that is not ready gets no requests; without any the answer is 503", async (t) => {
  const node = await startNode(t, echo);
  const balancer = await createBalancer([node.url]);
  t.after(() => balancer.close());
  await balancer.untilReady(node.url);
  node.setReady(false);
  let answer = await fetch(balancer.url);
  while (answer.status !== 503) answer = await fetch(balancer.url);
  assert.equal(answer.headers.get("retry-after"), "1");
  node.setReady(true);
  await balancer.untilReady(node.url);
  assert.equal((await fetch(balancer.url)).status, 201);
});
