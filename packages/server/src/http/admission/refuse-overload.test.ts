import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, before, test } from "node:test";
import Fastify from "fastify";
import { createSite } from "../pages/site.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";
import { createOverloadAnswers } from "./overload-answers.ts";
import { createOverloadRefusal } from "./refuse-overload.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let isOverloaded = true;
let entered = 0;
const guard = {
  admits: () => !isOverloaded,
  enter: () => {
    entered += isOverloaded ? 0 : 1;
    return !isOverloaded;
  },
  leave: () => {
    entered -= 1;
  },
};
const site = createSite({ name: "Licet", logoUrl: undefined, colour: undefined } as never);
const overload = createOverloadRefusal(guard, createOverloadAnswers(site, SECURITY_HEADERS));
const app = Fastify({
  serverFactory: (handle) => createServer(overload.beforeRouting(handle)),
});
overload.afterBodies(app);
app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
let finishFirst = () => {};
app.get(
  "/first",
  () =>
    new Promise((resolve) => {
      finishFirst = () => resolve("first");
    }),
);
app.all("/*", async () => {
  enteredByHandler = entered;
  return "answered";
});
/** How many places were taken when the handler was called last. */
let enteredByHandler = 0;
const { server } = app;
before(() => app.listen({ port: 0, host: "127.0.0.1" }));
after(async () => {
  agent.destroy();
  await app.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly localPort: number | undefined;
}

const send = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = "",
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, method, path, headers, agent }, (response) => {
      const { localPort } = response.socket;
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, text, localPort }),
      );
    });
    sent.on("error", reject).end(body);
  });

test("an OAuth endpoint refuses with an OAuth error, the API with a problem, a page with a page", async () => {
  const token = await send("POST", "/oidc/token", {}, "grant_type=client_credentials");
  assert.equal(token.status, 503);
  assert.equal(JSON.parse(token.text).error, "temporarily_unavailable");
  const problem = await send("POST", "/api/v1/check", { accept: "text/html", "x-request-id": "mine" }, "{}");
  assert.equal(JSON.parse(problem.text).status, 503);
  assert.equal(JSON.parse(problem.text).request_id, "mine");
  const page = await send("GET", "/account", { accept: "text/html", "accept-language": "zh" });
  assert.equal(page.status, 503);
  assert.match(String(page.headers["content-type"]), /^text\/html/);
  assert.match(page.text, /<html lang="zh/);
  assert.ok(page.text.includes(String(page.headers["x-request-id"])));
  for (const { headers } of [token, problem, page]) {
    assert.match(String(headers["retry-after"]), /^[123]$/);
    assert.equal(headers["cache-control"], "no-store");
  }
});

test("the connection is kept, unless a large body would have to be read", async () => {
  const first = await send("POST", "/oidc/token", {}, "x".repeat(20_000));
  const second = await send("POST", "/oidc/token", {}, "x");
  assert.equal(second.localPort, first.localPort);
  const large = await send(
    "POST",
    "/api/v1/assignments:batch",
    { "content-length": "70000" },
    "x".repeat(70_000),
  );
  assert.equal(large.status, 503);
  assert.equal(large.headers.connection, "close");
});

test("probes are answered under overload", async () => {
  for (const path of ["/livez", "/readyz"]) assert.equal((await send("GET", path)).text, "answered");
});

for (const { what, method, body } of [
  { what: "without a body", method: "GET", body: "" },
  { what: "with a body", method: "POST", body: "x" },
])
  test(`a request ${what} that was taken on counts until it is answered`, async () => {
    isOverloaded = false;
    assert.equal((await send(method, "/oidc/token", {}, body)).text, "answered");
    assert.equal(enteredByHandler, 1);
    await new Promise(setImmediate);
    assert.equal(entered, 0);
    isOverloaded = true;
  });

test("a request counts only when its body has arrived, and may be refused then", async () => {
  isOverloaded = false;
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    received += chunk;
  });
  const isAsked = once(server, "request");
  socket.write(
    "POST /oidc/token HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nx",
  );
  await isAsked;
  await send("GET", "/livez");
  assert.equal(entered, 0);
  isOverloaded = true;
  socket.write("x");
  await once(socket, "data");
  assert.match(received, /^HTTP\/1\.1 503 /);
  // The whole body was read: the connection can be used again.
  assert.doesNotMatch(received, /connection: close/i);
  socket.destroy();
});

test("a GET with a body takes its place at once: its body is not read", async () => {
  isOverloaded = false;
  await send("GET", "/oidc/jwks", { "content-length": "1" }, "x");
  assert.equal(enteredByHandler, 1);
  isOverloaded = true;
});

test("an answer that waits for an earlier one of its connection has given its place back", async () => {
  isOverloaded = false;
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const head = " HTTP/1.1\r\nHost: a\r\n\r\n";
  socket.write(`GET /first${head}${`GET /account${head}`.repeat(3)}`);
  const post = "Content-Type: text/plain\r\nContent-Length: 1\r\n\r\nx";
  socket.write(`POST /login HTTP/1.1\r\nHost: a\r\n${post}`);
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    received += chunk;
  });
  await once(server, "request");
  // Another request is answered after these.
  await send("GET", "/livez");
  await send("GET", "/livez");
  assert.equal(entered, 1);
  finishFirst();
  while (received.split("answered").length < 5) await once(socket, "data");
  assert.equal(entered, 0);
  assert.match(received, /first.*answered/s);
  socket.destroy();
  isOverloaded = true;
});
