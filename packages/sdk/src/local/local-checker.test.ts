import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { untilKnown } from "../../../../tests/support/until-known.ts";
import { createLocalChecker, type LocalChecker, type LocalCheckerOptions, UsageError } from "./index.ts";

const RECORDS = [
  {
    kind: "model",
    resources: [{ name: "orders", actions: ["read", "write"] }],
    permissions: [],
    roles: [{ name: "clerk", inherits: [], grants: [{ permission: "orders:read" }] }],
    nesting: [],
  },
  { kind: "user", id: "usr_1", enabled: true },
  { kind: "principal", key: "user:usr_1", assignments: [{ role: "clerk" }] },
];
const linesOf = (start: object = {}, records: readonly object[] = RECORDS) =>
  [
    { kind: "snapshot", revision: 7, reads: [], usernames: false, ...start },
    ...records,
    { kind: "end", records: records.length },
  ].map((line) => JSON.stringify(line));
const BEAT = 'event: beat\r\nid: 7\r\ndata: {"revision":7,\r\ndata: "elapsed":0}\r\n\r\n';

let open: LocalChecker | undefined;
afterEach(() => open?.close());

/** A server of one snapshot, whose stream says this and then nothing more. */
function create(lines: readonly string[], events = BEAT, options: Partial<LocalCheckerOptions> = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  const logged: string[] = [];
  open = createLocalChecker({
    issuer: "https://licet.example.test",
    token: "t",
    log: (message) => logged.push(message),
    fetch: async (url, init = {}) => {
      asked.push({ url: String(url), init });
      if (String(url).endsWith("/check")) return Response.json({ allowed: true, revision: 9 });
      if (String(url).includes("/snapshot")) return new Response(`${lines.join("\n")}\n`);
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(`: comment\n${events}`)),
        }),
      );
    },
    ...options,
  });
  return { checker: open, asked, logged };
}

describe("a local checker", () => {
  test("denies as stale before it is loaded, and answers afterwards", async () => {
    const { checker, asked } = create(linesOf());
    const before = checker.check({ subject: "user:usr_1", permission: "orders:read" });
    assert.deepEqual(before, {
      allowed: false,
      reason: "stale",
      revision: 0,
      ageMilliseconds: Number.POSITIVE_INFINITY,
    });
    await checker.ready();
    const { ageMilliseconds, ...answer } = checker.check({
      subject: "user:usr_1",
      permission: "orders:read",
    });
    assert.deepEqual(answer, { allowed: true, revision: 7 });
    assert.ok(ageMilliseconds >= 0 && ageMilliseconds < 2_000);
    assert.match(asked[1]?.url ?? "", /\/api\/v1\/changes\?for=replica&after=7&reads=%5B%5D$/);
    assert.equal(checker.status().isFresh, true);
  });

  test("denies what the server would refuse, and never throws", async () => {
    const { checker } = create(linesOf());
    await checker.ready();
    for (const question of [
      null,
      {},
      { subject: "usr_1", permission: "orders:read" },
      { subject: ["user:usr_1"], permission: "orders:read" },
      { subject: "user:usr_1", permission: "orders:read", resource: "orders" },
      { subject: "user:usr_1", permission: "orders:read", more: 1 },
      { subject: "user:usr_1\n", permission: "orders:read" },
    ])
      assert.equal(checker.check(question as never).reason, "invalid_question");
  });

  test("asks the server for what its copy does not have", async () => {
    const { checker, asked } = create(linesOf({ resources: ["orders"] }), BEAT, { resources: ["orders"] });
    await checker.ready();
    for (const question of [
      { subject: "user:alice", permission: "orders:read" },
      { subject: "user:usr_1", permission: "stock:read" },
      { subject: "user:usr_1", permission: "billing" },
    ]) {
      assert.equal(checker.check(question).reason, "not_replicated");
      const { allowed, revision } = await checker.checkFresh(question, { atLeast: 8 });
      assert.deepEqual({ allowed, revision }, { allowed: true, revision: 9 });
      assert.deepEqual(JSON.parse(String(asked.at(-1)?.init.body)), { ...question, at_least: 8 });
    }
  });

  test("takes no snapshot that was cut off, out of order or of another form", async () => {
    const whole = linesOf();
    for (const lines of [
      whole.slice(0, -1),
      whole.toSpliced(2, 1),
      whole.slice(1),
      [...whole, whole[1] as string],
      whole.with(2, '{"kind":"secret","id":"x"}'),
      whole.with(2, "{"),
      linesOf({}, [
        { kind: "principal", key: "user:usr_1", assignments: [{ role: "clerk", permission: "x" }] },
      ]),
    ]) {
      const { checker, logged } = create(lines);
      await untilKnown(async () => logged.length > 0);
      assert.equal(checker.check({ subject: "user:usr_1", permission: "orders:read" }).reason, "stale");
      await checker.close();
    }
  });

  test("does not trust a beat of another revision", async () => {
    const { checker, logged } = create(linesOf(), BEAT.replace('"revision":7', '"revision":8'));
    await untilKnown(async () => logged.length > 0);
    assert.equal(logged[0], "a change is missing");
    assert.equal(checker.check({ subject: "user:usr_1", permission: "orders:read" }).reason, "stale");
  });

  test("tells a developer at the start what is wrong, and rejects ready() when the token is refused", async () => {
    const options = { issuer: "https://licet.example.test", token: "t" };
    for (const wrong of [
      { issuer: "licet" },
      { maxAgeMilliseconds: 0 },
      { resources: [] },
      { token: undefined },
    ])
      assert.throws(() => createLocalChecker({ ...options, ...wrong } as never), UsageError);
    const { checker } = create([], BEAT, { fetch: async () => new Response(null, { status: 403 }) });
    await assert.rejects(checker.ready(), /licet:replicate/);
  });

  test("waits in ready() for what may pass by itself", async () => {
    const passing = [
      () => Promise.reject(new TypeError("fetch failed")),
      () => Promise.resolve(new Response(null, { status: 429 })),
      () => Promise.resolve(new Response(null, { status: 503 })),
    ];
    // The errors of a token client have the status of the token endpoint.
    const busy = [429, 503].map((status) => Object.assign(new Error("busy"), { status }));
    const { checker, logged } = create(linesOf(), BEAT, {
      token: { token: async () => (busy.length > 0 ? Promise.reject(busy.pop()) : { accessToken: "t" }) },
      fetch: async (url) =>
        passing.shift()?.() ??
        new Response(String(url).includes("/snapshot") ? `${linesOf().join("\n")}\n` : BEAT),
    });
    await checker.ready();
    assert.equal(passing.length + busy.length, 0);
    assert.match(logged.join(), /busy.*fetch failed.*429.*503/);
  });
});
