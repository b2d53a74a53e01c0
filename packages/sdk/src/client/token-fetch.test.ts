import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { type GivenAnswer, type SeenRequest, startHttp, type TestServer } from "../testing/start-http.ts";
import { startIssuer, type TestIssuer } from "../testing/start-issuer.ts";
import { createTestClock, type TestClock } from "../testing/test-clock.ts";
import { createTokenClient, ForbiddenOriginError, type TokenClientOptions } from "./index.ts";

let issuer: TestIssuer;
let api: TestServer;
let other: TestServer;
let clock: TestClock;
let answerOf: (request: SeenRequest) => GivenAnswer;
beforeEach(async () => {
  answerOf = () => ({});
  issuer = await startIssuer();
  api = await startHttp((request) => answerOf(request));
  other = await startHttp(() => ({ body: "elsewhere" }));
  clock = createTestClock();
});
afterEach(() => Promise.all([issuer, api, other].map((server) => server.stop())));

const create = (options: Partial<TokenClientOptions> = {}) =>
  createTokenClient({
    issuer: issuer.url,
    clientId: "reports",
    clientSecret: "secret",
    scope: "orders:read",
    resource: `${api.url}/orders`,
    clock,
    random: () => 0,
    ...options,
  });

const refuse = (...tokens: readonly string[]) => {
  answerOf = ({ headers }) =>
    tokens.includes(headers.authorization?.slice("Bearer ".length) ?? "")
      ? { status: 401 }
      : { body: "done" };
};
const tokensSeen = ({ seen }: TestServer) => seen.map(({ headers }) => headers.authorization);

test("attaches the token, and leaves the rest as it is", async () => {
  const { fetch } = create();
  await fetch(`${api.url}/orders`, { method: "POST", headers: { "x-own": "1" }, body: "{}" });
  const [request] = api.seen;
  assert.equal(request?.headers.authorization, "Bearer token-1");
  assert.equal(request?.headers["x-own"], "1");
  assert.equal(request?.method, "POST");
  assert.equal(request?.body, "{}");
});

test("takes a Request, a URL and a form as fetch does", async () => {
  const { fetch } = create();
  await fetch(new Request(`${api.url}/a`, { method: "PUT", body: "text", headers: { "x-own": "1" } }));
  await fetch(new URL(`${api.url}/b`));
  const form = new FormData();
  form.set("name", "value");
  await fetch(`${api.url}/c`, { method: "POST", body: form });
  const [first, second, third] = api.seen;
  assert.deepEqual(
    [first?.method, first?.body, first?.headers["x-own"], first?.headers.authorization],
    ["PUT", "text", "1", "Bearer token-1"],
  );
  assert.equal(second?.method, "GET");
  const boundary = /boundary=(.+)$/.exec(third?.headers["content-type"] ?? "")?.[1] ?? "none";
  assert.match(third?.body ?? "", new RegExp(`${boundary}[\\s\\S]+value`));
});

test("a refused token is replaced once, and the request repeated with its body", async () => {
  refuse("token-1");
  const { fetch } = create();
  const response = await fetch(`${api.url}/orders`, { method: "POST", body: "{}" });
  assert.equal(await response.text(), "done");
  assert.deepEqual(tokensSeen(api), ["Bearer token-1", "Bearer token-2"]);
  assert.deepEqual(
    api.seen.map(({ body }) => body),
    ["{}", "{}"],
  );
});

test("many refusals at once share one new token", async () => {
  refuse("token-1");
  const { fetch } = create();
  const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(`${api.url}/orders`)));
  assert.ok(responses.every(({ status }) => status === 200));
  assert.equal(issuer.asked().length, 2);
});

test("a second refusal is the answer, and an API that refuses everything costs no token for each request", async () => {
  answerOf = () => ({ status: 401, body: "no" });
  const { fetch } = create();
  for (let round = 0; round < 5; round += 1) {
    const response = await fetch(`${api.url}/orders`);
    assert.equal(response.status, 401);
    assert.equal(await response.text(), "no");
  }
  assert.equal(issuer.asked().length, 2);
  clock.advance(30_000);
  await fetch(`${api.url}/orders`);
  assert.equal(issuer.asked().length, 3);
});

test("a refusal is the answer when there is no other token", async () => {
  refuse("token-1");
  const { fetch } = create({ attempts: 1 });
  await fetch(`${api.url}/orders`).then((response) => response.body?.cancel());
  refuse("token-1", "token-2");
  clock.advance(31_000);
  issuer.answerNext({ status: 500 });
  assert.equal((await fetch(`${api.url}/orders`)).status, 401);
});

test("a stream is sent once, since it is gone then", async () => {
  refuse("token-1");
  const { fetch } = create();
  const body = new Blob(["from a stream"]).stream();
  const response = await fetch(`${api.url}/orders`, {
    method: "POST",
    body,
    duplex: "half",
  } as RequestInit);
  assert.equal(response.status, 401);
  assert.equal(api.seen.length, 1);
  assert.equal(api.seen[0]?.body, "from a stream");
});

test("another origin gets no request at all", async () => {
  const { fetch } = create();
  await assert.rejects(fetch(`${other.url}/orders`), (error) => {
    assert.ok(error instanceof ForbiddenOriginError);
    assert.match(
      error.message,
      /^forbidden_origin: the token is not for http:\/\/127\.0\.0\.1:\d+\. Add it to/,
    );
    return true;
  });
  await assert.rejects(create({ resource: "urn:orders" }).fetch(`${api.url}/orders`), ForbiddenOriginError);
  assert.deepEqual([other.seen.length, api.seen.length, issuer.seen.length], [0, 0, 0]);
});

test("origins may be named, and another resource has its own token", async () => {
  const client = create({ resource: undefined, origins: [other.url] });
  await client.fetch(`${other.url}/x`);
  const fetchApi = client.createFetch({ scope: "stock:read", resource: api.url });
  await fetchApi(`${api.url}/x`);
  await assert.rejects(fetchApi(`${other.url}/x`), ForbiddenOriginError);
  assert.deepEqual(tokensSeen(other), ["Bearer token-1"]);
  assert.deepEqual(tokensSeen(api), ["Bearer token-2"]);
  assert.equal(issuer.asked()[1]?.get("resource"), api.url);
});

test("a redirect to another origin is followed without the token and without other credentials", async () => {
  answerOf = () => ({ status: 302, headers: { location: `${other.url}/file` } });
  const { fetch } = create();
  const response = await fetch(`${api.url}/download`, {
    headers: { cookie: "a=b", authorization: "Basic x" },
  });
  assert.equal(await response.text(), "elsewhere");
  const [{ headers } = { headers: {} }] = other.seen as readonly Pick<SeenRequest, "headers">[];
  assert.equal(headers.authorization, undefined);
  assert.equal(headers.cookie, undefined);
  assert.deepEqual(tokensSeen(api), ["Bearer token-1"]);
});

test("a refusal by another origin, which saw no token, is no reason for a new one", async () => {
  const strict = await startHttp(() => ({ status: 401 }));
  answerOf = () => ({ status: 302, headers: { location: strict.url } });
  assert.equal((await create().fetch(`${api.url}/download`)).status, 401);
  await strict.stop();
  assert.equal(issuer.asked().length, 1);
});

test("a redirect within the API keeps the token; 303 and a POST with 302 become GET, 307 keeps method and body", async () => {
  answerOf = ({ path }) => {
    const [, status, target] = /^\/(\d{3})-to-(\w+)$/.exec(path) ?? [];
    return status ? { status: Number(status), headers: { location: `/${target}` } } : { body: path };
  };
  const { fetch } = create();
  for (const [status, method, body] of [
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "{}"],
    [308, "POST", "{}"],
  ] as const) {
    api.seen.length = 0;
    const sent = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    assert.equal(await (await fetch(`${api.url}/${status}-to-end`, sent)).text(), "/end");
    const last = api.seen.at(-1);
    assert.deepEqual(
      [last?.method, last?.body, last?.headers.authorization],
      [method, body, "Bearer token-1"],
    );
    assert.equal(last?.headers["content-type"], method === "GET" ? undefined : "application/json");
  }
});

test("redirects end: a circle, another scheme, and the caller's own choice", async () => {
  answerOf = () => ({ status: 302, headers: { location: "/again" } });
  const { fetch } = create();
  await assert.rejects(fetch(`${api.url}/again`), {
    code: "redirect_refused",
    message: /too many redirects/,
  });
  assert.equal((await fetch(`${api.url}/again`, { redirect: "manual" })).status, 302);
  await assert.rejects(fetch(`${api.url}/again`, { redirect: "error" }));
  answerOf = () => ({ status: 302, headers: { location: "data:text/plain,hello" } });
  await assert.rejects(fetch(`${api.url}/again`), /no web address/);
});

test("an abort ends the request", async () => {
  const abort = new AbortController();
  abort.abort(new Error("the caller left"));
  await assert.rejects(create().fetch(`${api.url}/orders`, { signal: abort.signal }), /the caller left/);
});
