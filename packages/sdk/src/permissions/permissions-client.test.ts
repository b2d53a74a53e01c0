import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type GivenAnswer, type SeenRequest, startHttp, type TestServer } from "../testing/start-http.ts";
import { createTestClock, type TestClock } from "../testing/test-clock.ts";
import {
  createPermissionsClient,
  LicetProblem,
  LicetUnavailableError,
  type PermissionsClientOptions,
  type Question,
} from "./index.ts";

/** The outside of Licet: allows `orders:read`, and refuses questions about a subject without a colon. */
let api: TestServer;
let clock: TestClock;
let answerOf: (request: SeenRequest) => GivenAnswer | Promise<GivenAnswer>;
beforeEach(async () => {
  answerOf = decide;
  api = await startHttp((request) => answerOf(request));
  clock = createTestClock();
});
afterEach(() => api.stop());

const create = (options: Partial<PermissionsClientOptions> = {}) =>
  createPermissionsClient({ issuer: api.url, token: "the-token", clock, random: () => 0, ...options });

const bodyOf = ({ body }: SeenRequest) => JSON.parse(body);
const problem = (slug: string, status: number, more: object = {}): GivenAnswer => ({
  status,
  headers: { "content-type": "application/problem+json" },
  body: { type: `urn:licet:problem:${slug}`, title: "A title", status, request_id: "req-1", ...more },
});

function decide(request: SeenRequest): GivenAnswer {
  const { checks = [], ...single } = bodyOf(request);
  const isBatch = request.path.endsWith(":batch");
  const asked: readonly Question[] = isBatch ? checks : [single];
  const errors = asked.flatMap(({ subject }, index) =>
    String(subject).includes(":")
      ? []
      : [{ pointer: `${isBatch ? `/checks/${index}` : ""}/subject`, detail: "write user:…" }],
  );
  if (errors.length > 0) return problem("invalid_input", 400, { detail: errors[0]?.detail, errors });
  const results = asked.map(({ permission }) => ({ allowed: permission === "orders:read" }));
  return { body: isBatch ? { results, revision: 7 } : { ...results[0], revision: 7 } };
}

const READ = { subject: "user:alice", permission: "orders:read" };
const WRITE = { subject: "user:alice", permission: "orders:write" };

describe("a check", () => {
  test("alone is one call with its token", async () => {
    assert.deepEqual(await create().check(READ), { allowed: true, revision: 7 });
    assert.deepEqual(await create().check(WRITE), { allowed: false, revision: 7 });
    const [request] = api.seen;
    assert.equal(request?.path, "/api/v1/check");
    assert.equal(request?.headers.authorization, "Bearer the-token");
    assert.deepEqual(JSON.parse(request?.body ?? ""), READ);
  });

  test("is sent together with the others of its turn, each question once", async () => {
    const { check } = create();
    const later = Promise.resolve().then(() => check({ ...READ, resource: "orders/42" }));
    const answers = await Promise.all([check(READ), check(WRITE), check({ ...READ }), later]);
    assert.deepEqual(
      answers.map(({ allowed }) => allowed),
      [true, false, true, true],
    );
    assert.equal(api.seen.length, 1);
    assert.equal(api.seen[0]?.path, "/api/v1/check:batch");
    assert.deepEqual(JSON.parse(api.seen[0]?.body ?? "").checks, [
      READ,
      WRITE,
      { ...READ, resource: "orders/42" },
    ]);
    await check(READ);
    assert.equal(api.seen.length, 2);
  });

  test("among too many for one batch is in the next one", async () => {
    const { check } = create();
    const answers = await Promise.all(
      Array.from({ length: 1_100 }, (_, id) => check({ ...READ, resource: `orders/${id}` })),
    );
    assert.ok(answers.every(({ allowed }) => allowed));
    assert.deepEqual(api.seen.map((request) => bodyOf(request).checks.length).toSorted(), [100, 500, 500]);
    const context = { note: "x".repeat(60_000) };
    api.seen.length = 0;
    await Promise.all([1, 2, 3].map((id) => check({ ...READ, resource: `orders/${id}`, context })));
    assert.equal(api.seen.length, 2);
  });

  test("that is refused fails alone, with its own issues", async () => {
    const { check } = create();
    const answers = await Promise.allSettled([
      check(READ),
      check({ ...READ, subject: "alice" }),
      check(WRITE),
      check({ ...READ, subject: "bob" }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled", "rejected"],
    );
    const error = answers[3]?.status === "rejected" ? answers[3].reason : undefined;
    assert.ok(error instanceof LicetProblem);
    assert.equal(error.error, "invalid_input");
    assert.deepEqual(error.errors, [{ pointer: "/subject", detail: "write user:…" }]);
    assert.equal(api.seen.length, 2);
  });

  test("among those that take too long together is asked again in halves", async () => {
    answerOf = (request) =>
      (bodyOf(request).checks?.length ?? 1) > 2
        ? problem("invalid_input", 400, {
            errors: [{ pointer: "", detail: "ask fewer", code: "too_much_work" }],
          })
        : decide(request);
    const { check } = create();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((id) => check({ ...READ, resource: `orders/${id}` })),
    );
    assert.equal(answers.length, 5);
    assert.ok(answers.every(({ allowed }) => allowed));
  });

  test("without a clear answer is an error, never a permission", async () => {
    const { check, checkMany } = create();
    for (const body of [
      { results: [{ allowed: true }], revision: 7 },
      { results: [{ allowed: "yes" }, {}], revision: 7 },
      "<html>",
    ]) {
      answerOf = () => ({ body });
      const [, second] = await Promise.allSettled([check(READ), check(WRITE)]);
      assert.ok(second?.status === "rejected" && second.reason instanceof LicetUnavailableError);
      await assert.rejects(checkMany([READ, WRITE]), LicetUnavailableError);
    }
    answerOf = () => ({ body: { allowed: 1, revision: 7 } });
    await assert.rejects(check(READ), LicetUnavailableError);
  });

  test("that is aborted or late ends alone, and one that nobody waits for ends its request", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    answerOf = async (request) => {
      await held;
      return decide(request);
    };
    const { check } = create();
    const abort = new AbortController();
    const aborted = check(READ, { signal: abort.signal });
    const late = check({ ...READ, resource: "orders/1" }, { timeoutMilliseconds: 20 });
    const patient = check(WRITE);
    await assert.rejects(late, LicetUnavailableError);
    abort.abort(new Error("the caller left"));
    await assert.rejects(aborted, /the caller left/);
    release();
    assert.deepEqual(await patient, { allowed: false, revision: 7 });
    await assert.rejects(check(READ, { signal: abort.signal }), /the caller left/);

    let isAborted = false;
    const watching = create({
      fetch: async (_, init) => {
        await new Promise((resolve) => init?.signal?.addEventListener("abort", resolve));
        isAborted = true;
        throw init?.signal?.reason;
      },
    });
    await assert.rejects(watching.check(READ, { timeoutMilliseconds: 20 }), LicetUnavailableError);
    await nextTurn();
    assert.ok(isAborted, "and not after the ten seconds that a request may take");
  });

  test("sends the members of a question only", async () => {
    await create().check({ ...READ, note: "mine" } as Question);
    assert.deepEqual(JSON.parse(api.seen[0]?.body ?? ""), READ);
  });
});

describe("a call", () => {
  test("is written by its description: path, query, body and preconditions", async () => {
    answerOf = () => ({ headers: { etag: '"8"', "licet-revision": "9" }, body: { name: "a/b" } });
    const client = create();
    const answer = await client.request("PUT", "/roles/{name}", {
      params: { name: "a/b c" },
      body: { name: "a/b c", grants: ["orders:read"] },
      ifMatch: '"7"',
    });
    assert.deepEqual([answer.etag, answer.revision, answer.status], ['"8"', 9, 200]);
    await client.request("GET", "/users", { query: { limit: 10, search: "a&b" } });
    await client.request("PUT", "/groups/{name}/members/{member}", {
      params: { name: "support", member: "user:alice" },
      ifNew: true,
    });
    const [put, get, add] = api.seen;
    assert.equal(put?.path, "/api/v1/roles/a%2Fb%20c");
    assert.equal(put?.headers["if-match"], '"7"');
    assert.equal(put?.headers["content-type"], "application/json");
    assert.equal(get?.path, "/api/v1/users?limit=10&search=a%26b");
    assert.equal(get?.headers["content-type"], undefined);
    assert.equal(add?.headers["if-none-match"], "*");
  });

  for (const id of ["", ".", ".."])
    test(`never leaves its path by a parameter such as ${JSON.stringify(id)}`, async () => {
      await assert.rejects(create().request("DELETE", "/users/{id}", { params: { id } }), {
        name: "UsageError",
        message: /params\.id: .* cannot be part of a path/,
      });
      assert.equal(api.seen.length, 0);
    });

  test("that is refused is a problem with its code, its detail and the request id", async () => {
    answerOf = () => ({
      ...problem("too_many_requests", 429, { detail: "wait", limit: 5 }),
      headers: { "retry-after": "60" },
    });
    const error = await create()
      .request("GET", "/roles/{name}", { params: { name: "clerk" } })
      .catch((caught: unknown) => caught);
    assert.ok(error instanceof LicetProblem);
    assert.deepEqual(
      [error.error, error.status, error.title, error.detail, error.requestId, error.retryAfterSeconds],
      ["too_many_requests", 429, "A title", "wait", "req-1", 60],
    );
    assert.equal(error.problem.limit, 5);
    assert.equal(error.message, "wait (request req-1)");
    assert.equal(api.seen.length, 1);
  });

  test("that only reads, or has a key, is repeated with the same key; one that deletes is not", async () => {
    const client = create();
    answerOf = () => ({ ...problem("temporarily_unavailable", 503), headers: { "retry-after": "1" } });
    const count = async (call: Promise<unknown>) => {
      api.seen.length = 0;
      await assert.rejects(call, LicetProblem);
      return api.seen.length;
    };
    assert.equal(await count(client.request("GET", "/about")), 3);
    assert.equal(await count(client.check(READ)), 3);
    assert.equal(await count(client.request("POST", "/groups", { body: { name: "a" } })), 3);
    const keys = new Set(api.seen.map(({ headers }) => headers["idempotency-key"]));
    assert.equal(keys.size, 1);
    assert.match([...keys].join(), /^[\da-f-]{36}$/);
    const own = { body: { name: "a" }, idempotencyKey: "mine" };
    assert.equal(await count(client.request("POST", "/groups", own)), 3);
    assert.equal(api.seen[0]?.headers["idempotency-key"], "mine");
    assert.equal(await count(client.request("DELETE", "/users/{id}", { params: { id: "a" } })), 1);
    const named = { params: { name: "a" }, body: { name: "a" } };
    assert.equal(await count(client.request("PUT", "/groups/{name}", named)), 3);
    assert.equal(await count(client.request("PUT", "/groups/{name}", { ...named, ifMatch: '"1"' })), 1);
    assert.deepEqual(new Set(clock.waits), new Set([1_000]));
  });

  test("to a server that is away, or that is not Licet, says so", async () => {
    answerOf = () => ({ status: 502, body: "<html>" });
    await assert.rejects(create({ attempts: 1 }).request("GET", "/about"), {
      name: "LicetUnavailableError",
      message: /answered, with status 502/,
    });
    answerOf = () => ({ status: 302, headers: { location: "https://elsewhere.example.test" } });
    await assert.rejects(create().request("GET", "/about"), LicetUnavailableError);
    const gone = await startHttp(() => ({}));
    await gone.stop();
    await assert.rejects(create({ issuer: gone.url }).request("GET", "/about"), LicetUnavailableError);
    assert.deepEqual(clock.waits, [250, 500]);
    answerOf = () => new Promise(() => {});
    await assert.rejects(create().request("GET", "/about", { timeoutMilliseconds: 20 }), /in time/);
  });

  test("reads what this client wrote, on whichever node, for as long as nodes may be behind", async () => {
    answerOf = () => ({
      headers: { "licet-revision": "41" },
      body: { allowed: true, revision: 41, items: [] },
    });
    const client = create();
    assert.equal(client.revision, undefined);
    await client.request("GET", "/users");
    await client.check(READ);
    await client.request("POST", "/groups", { body: { name: "a" } });
    assert.equal(client.revision, 41);
    api.seen.length = 0;
    await client.check(READ);
    await client.check(READ, { atLeast: 50 });
    await client.listResources({ ...READ, at_least: 12 });
    await client.request("GET", "/users/{id}/permissions/{permission}", {
      params: { id: "alice", permission: "orders:read" },
    });
    await client.request("GET", "/users");
    assert.deepEqual(
      api.seen.slice(0, 3).map((request) => bodyOf(request).at_least),
      [41, 50, 41],
    );
    assert.match(api.seen[3]?.path ?? "", /\?at_least=41$/);
    assert.equal(api.seen[4]?.path, "/api/v1/users");
    clock.advance(5_000);
    await client.check(READ);
    assert.equal(bodyOf(api.seen[5] as SeenRequest).at_least, undefined);
    assert.equal(client.revision, 41);
  });

  test("that answers with pages is read to its end", async () => {
    answerOf = (request) => {
      const url = new URL(request.path, api.url);
      const cursor = request.method === "GET" ? url.searchParams.get("cursor") : bodyOf(request).cursor;
      return { body: cursor ? { items: [3] } : { items: [1, 2], next_cursor: "c 1" } };
    };
    const client = create();
    const found: unknown[] = [];
    for await (const user of client.each("GET", "/users", { query: { limit: 2 } })) found.push(user);
    for await (const item of client.each("POST", "/list/resources", { body: READ })) found.push(item);
    assert.deepEqual(found, [1, 2, 3, 1, 2, 3]);
    assert.equal(api.seen[1]?.path, "/api/v1/users?limit=2&cursor=c+1");
    assert.equal(bodyOf(api.seen[3] as SeenRequest).cursor, "c 1");
  });
});

describe("a token", () => {
  test("comes from a token client, which is asked for one of Licet's own API", async () => {
    const asked: object[] = [];
    const token = {
      async token({ signal: _, ...given }: { signal?: AbortSignal }) {
        asked.push(given);
        return { accessToken: `token-${asked.length}` };
      },
    };
    answerOf = (request) =>
      request.headers.authorization === "Bearer token-1" ? problem("unauthenticated", 401) : decide(request);
    await create({ token }).check(READ);
    await create({ token, scope: "licet:check" }).check(READ);
    const resource = `${api.url}/api/v1`;
    assert.deepEqual(asked, [
      { scope: [], resource },
      { scope: [], resource, insteadOf: "token-1" },
      { scope: "licet:check", resource },
    ]);
  });

  test("that is refused and cannot be replaced is a problem", async () => {
    answerOf = () => problem("unauthenticated", 401);
    for (const token of [
      "fixed",
      ({ insteadOf }: { insteadOf?: string }) => {
        if (insteadOf) throw new Error("no more");
        return "first";
      },
    ])
      await assert.rejects(create({ token }).check(READ), {
        name: "LicetProblem",
        code: "request_refused",
        error: "unauthenticated",
      });
  });

  test("that a function cannot give is the function's own error", async () => {
    const token = () => Promise.reject(new Error("the vault is closed"));
    await assert.rejects(create({ token }).check(READ), /the vault is closed/);
  });
});

test("a mistake of the developer is a UsageError that says what to write", () => {
  for (const [options, message] of [
    [{ token: undefined }, /^token: give a token client/],
    [{ token: "" }, /^token: give/],
    [{ issuer: "auth" }, /^issuer: write/],
    [{ url: "http://licet.internal:4455" }, /^issuer: use https/],
  ] as const)
    assert.throws(() => create(options as never), { name: "UsageError", message });
  assert.ok(create({ url: "http://licet.internal:4455", allowHttp: true }));
});
