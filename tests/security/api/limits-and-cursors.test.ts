import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { processorMilliseconds } from "../../support/processor-time.ts";
import type { RunningLicet } from "../../support/start-licet.ts";
import {
  ADMINISTRATOR,
  type Answer,
  assertProblem,
  type Caller,
  fingerprint,
  pointersOf,
  withGuardedApi,
} from "./guarded-api.ts";
import {
  fillPath,
  findSpareIds,
  type Operation,
  readOperations,
  type SpareIds,
  titleOf,
} from "./operations.ts";

let licet: RunningLicet;
let api: Caller;
let ids: SpareIds;
/** The operations that return pages. */
let lists: readonly Operation[];

withGuardedApi(async (guarded) => {
  ({ licet, api } = guarded);
  ids = await findSpareIds(licet);
  const operations = await readOperations(licet);
  lists = operations.filter(({ query }) => query.some(({ name }) => name === "cursor"));
  assert.ok(lists.length > 8);
  for (const n of [1, 2, 3]) {
    await api("PUT", `/resources/spare/instances/${n}`, {});
    await api("POST", "/users", { username: `member-${n}` });
    await api("PUT", `/groups/spare/members/user:member-${n}`);
    await api("PUT", `/applications/spare/access-accounts/ak_spare_${n}`, {});
    await api("PUT", `/permissions/spare-${n}`, { description: "x" });
    await api("PUT", `/resources/spare-${n}`, { identifier: `https://${n}.example.test`, actions: {} });
    await api("PUT", `/groups/spare-${n}`, {});
    await api("PUT", `/groups/spare-${n}/members/user:spare`);
    const expires_at = new Date(Date.now() + n * 86_400_000).toISOString();
    await api("POST", "/applications/spare/secrets", { expires_at });
  }
});

const pathOf = (operation: Operation): string => fillPath(operation.path, ids).slice("/api/v1".length);

describe("ASVS 2.2.1: a page has from 1 to 200 things", () => {
  for (const limit of [
    "0",
    "201",
    "-1",
    "abc",
    "",
    "1.5",
    "1e9",
    "Infinity",
    "NaN",
    "0x10",
    "9".repeat(30),
    "%00",
  ]) {
    test(`limit=${limit} is 400 and pointed at`, async () => {
      for (const operation of lists) {
        const answer = await api("GET", `${pathOf(operation)}?limit=${limit}`);
        assertProblem(answer, 400, "invalid_input");
        assert.deepEqual([...new Set(pointersOf(answer))], ["/query/limit"], titleOf(operation));
      }
    });
  }

  test("1 and 200 are fine", async () => {
    for (const operation of lists) {
      for (const limit of [1, 200]) {
        const answer = await api("GET", `${pathOf(operation)}?limit=${limit}`);
        assert.equal(answer.status, 200, answer.text);
        assert.ok(answer.body.items.length <= limit);
      }
    }
  });
});

/** For filters that do not take any text. */
const OTHER_VALUES: Readonly<Record<string, string>> = {
  from: "2020-01-01T00:00:00Z",
  to: "2090-01-01T00:00:00Z",
  after: "1",
  within_days: "7",
};

describe("a cursor is good for the list that gave it, narrowed as it was, and for nothing else", () => {
  const firstCursor = async (operation: Operation): Promise<string> => {
    const { body, text } = await api("GET", `${pathOf(operation)}?limit=1`);
    assert.ok(body.next_cursor, `${titleOf(operation)} has a second page: ${text}`);
    return body.next_cursor;
  };
  const assertRefused = async (path: string): Promise<void> => {
    const answer = await api("GET", path);
    assertProblem(answer, 400, "invalid_input");
    assert.deepEqual(pointersOf(answer), ["/query/cursor"], path);
  };

  test("it goes on where it stands, also with another limit", async () => {
    for (const operation of lists) {
      const cursor = await firstCursor(operation);
      const whole = await api("GET", `${pathOf(operation)}?limit=200`);
      const rest = await api("GET", `${pathOf(operation)}?limit=199&cursor=${cursor}`);
      // The audit log grows while it is read, at its beginning.
      if (operation.path.endsWith("/audit")) continue;
      assert.deepEqual(rest.body.items, whole.body.items.slice(1), titleOf(operation));
    }
  });

  test("made up, cut, longer or changed in one bit", async () => {
    for (const operation of lists) {
      const cursor = await firstCursor(operation);
      const bytes = Buffer.from(cursor, "base64url");
      const flipped = [0, 15, 16, bytes.length - 1].map((at) => {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ 1;
        return copy.toString("base64url");
      });
      const made = [
        ...["x", "null", "0", "%00", "..", "eyJhbGciOiJub25lIn0", "' or 1=1", "%25", "a".repeat(1_024)],
        ...[cursor.slice(0, -2), cursor.slice(2), `${cursor}AAAA`, cursor.slice(0, 21), cursor.toLowerCase()],
        Buffer.from("spare").toString("base64url"),
        Buffer.concat([Buffer.alloc(16), bytes.subarray(16)]).toString("base64url"),
      ];
      for (const text of [...flipped, ...made]) await assertRefused(`${pathOf(operation)}?cursor=${text}`);
      await assertRefused(`${pathOf(operation)}?cursor=`);
      await assertRefused(`${pathOf(operation)}?cursor=${"a".repeat(1_025)}`);
    }
  });

  test("of every other list", async () => {
    const cursors = await Promise.all(lists.map(firstCursor));
    for (const [index, operation] of lists.entries()) {
      for (const [other, cursor] of cursors.entries())
        if (other !== index) await assertRefused(`${pathOf(operation)}?cursor=${cursor}`);
    }
  });

  test("of the same list with other filters", async () => {
    for (const operation of lists) {
      const cursor = await firstCursor(operation);
      for (const { name, schema } of operation.query) {
        if (name === "limit" || name === "cursor") continue;
        // The first value of an order is its default.
        const value =
          schema.type === "boolean" ? "true" : (schema.enum?.at(-1) ?? OTHER_VALUES[name] ?? "spare");
        await assertRefused(`${pathOf(operation)}?${name}=${value}&cursor=${cursor}`);
      }
    }
  });

  test("of the same list below another thing", async () => {
    const cursor = (await api("GET", "/resources/spare/instances?limit=1")).body.next_cursor;
    await assertRefused(`/resources/orders/instances?cursor=${cursor}`);
    const members = (await api("GET", "/groups/spare/members?limit=1")).body.next_cursor;
    await assertRefused(`/groups/staff/members?cursor=${members}`);
    const accounts = (await api("GET", "/applications/spare/access-accounts?limit=1")).body.next_cursor;
    await assertRefused(`/applications/narrow/access-accounts?cursor=${accounts}`);
  });

  test("in the body of a question: made up, of another question, of another route", async () => {
    const first = await api("POST", "/list/permissions", {
      subject: `application:${ADMINISTRATOR}`,
      limit: 1,
    });
    const cursor = first.body.next_cursor;
    assert.ok(cursor, first.text);
    for (const [path, body] of [
      ["/list/permissions", { subject: "application:second", cursor }],
      ["/list/permissions", { subject: `application:${ADMINISTRATOR}`, resource: "orders", cursor }],
      ["/list/permissions", { subject: `application:${ADMINISTRATOR}`, cursor: `${cursor}A` }],
      ["/list/permissions", { subject: `application:${ADMINISTRATOR}`, cursor: "x" }],
      ["/list/resources", { subject: `application:${ADMINISTRATOR}`, permission: "orders:read", cursor }],
      ["/list/subjects", { permission: "orders:read", cursor }],
    ] as const) {
      const answer = await api("POST", path, body);
      assertProblem(answer, 400, "invalid_input");
      assert.deepEqual(pointersOf(answer), ["/cursor"], path);
    }
  });
});

describe("ASVS 2.4.1: what is too much at once is refused after bounded work, and nothing of it is done", () => {
  /** Processor time: what other programs take of the machine does not count. */
  const MOST_WORK_MILLISECONDS = 5_000;
  const question = { subject: "user:alice", permission: "orders:read" };
  const assignment = (n: number) => ({ principal: "user:spare", permission: "spare:read", at: `spare/${n}` });
  const many = <T>(length: number, make: (n: number) => T): readonly T[] =>
    Array.from({ length }, (_, n) => make(n));

  const tooMuch: Readonly<Record<string, readonly [string, object, string]>> = {
    "1,001 checks": ["/check:batch", { checks: many(1_001, () => question) }, "/checks"],
    "no check": ["/check:batch", { checks: [] }, "/checks"],
    "1,001 assignments": ["/assignments:batch", { create: many(1_001, assignment) }, ""],
    "1,001 to take away": ["/assignments:batch", { delete: many(1_001, (n) => `asg_${n}`) }, ""],
    "600 to make and 401 to take away": [
      "/assignments:batch",
      { create: many(600, assignment), delete: many(401, (n) => `asg_${n}`) },
      "",
    ],
    "101 checks in a simulation": ["/simulate", { checks: many(101, () => question) }, "/checks"],
    "101 deletions in a simulation": [
      "/simulate",
      { delete: many(101, () => ({ kind: "role", id: "x" })) },
      "/delete",
    ],
    "a page of 1,001": ["/list/permissions", { subject: "user:alice", limit: 1_001 }, "/limit"],
    "a deadline of a minute": [
      "/list/subjects",
      { permission: "orders:read", deadline_ms: 60_000 },
      "/deadline_ms",
    ],
    "101 resources": [
      "/scopes:resolve",
      { client_id: "spare", resource: many(101, (n) => `https://${n}.example.test`) },
      "/resource",
    ],
    "101 redirect URIs": [
      "/applications",
      { type: "web", redirect_uris: many(101, (n) => `https://a.example.test/${n}`) },
      "/redirect_uris",
    ],
  };
  for (const [name, [path, body, pointer]] of Object.entries(tooMuch)) {
    test(name, async () => {
      const untouched = await fingerprint(licet);
      const startedAt = processorMilliseconds();
      const answer = await api("POST", path, body);
      assert.ok(processorMilliseconds() - startedAt < MOST_WORK_MILLISECONDS);
      assertProblem(answer, 400, "invalid_input");
      assert.deepEqual(pointersOf(answer), [pointer]);
      assert.deepEqual(await fingerprint(licet), untouched);
    });
  }

  test("1,000 checks are answered, and an answer is 1,000 answers", async () => {
    const { status, body, text } = await api("POST", "/check:batch", { checks: many(1_000, () => question) });
    assert.equal(status, 200, text);
    assert.equal(body.results.length, 1_000);
  });

  test("a chain of a hundred roles and groups is walked to its end with bounded work, and cannot be closed to a circle", async () => {
    for (const n of many(100, (each) => each)) {
      const role = n === 0 ? { grants: ["orders:refund"] } : { inherits: [`chain-${n - 1}`] };
      const answers = [
        await api("PUT", `/roles/chain-${n}`, role),
        await api("PUT", `/groups/chain-${n}`, {}),
        ...(n === 0 ? [] : [await api("PUT", `/groups/chain-${n - 1}/members/group:chain-${n}`)]),
      ];
      for (const { status, text } of answers) assert.equal(status, 201, text);
    }
    await api("PUT", "/groups/chain-99/members/user:bob");
    await api("POST", "/assignments", { principal: "group:chain-0", role: "chain-99" });
    const startedAt = processorMilliseconds();
    const answer = await api("POST", "/check", { subject: "user:bob", permission: "orders:refund" });
    assert.ok(processorMilliseconds() - startedAt < MOST_WORK_MILLISECONDS);
    assert.deepEqual([answer.status, answer.body.allowed], [200, true], answer.text);
    for (const [path, body] of [
      ["/roles/chain-0", { inherits: ["chain-99"] }],
      ["/groups/chain-99/members/group:chain-0", undefined],
    ] as const)
      assertProblem(await api("PUT", path, body), 409, "conflict");
  });
});

describe("OWASP API4: what a list looks up is bounded", () => {
  const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`);
  const codesOf = ({ body }: Answer) =>
    body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);

  test("a search has at most 8 words, in every list", async () => {
    const searched = lists.filter(({ query }) => query.some(({ name }) => name === "search"));
    assert.ok(searched.length > 5);
    for (const operation of searched) {
      const ask = (count: number) =>
        api("GET", `${pathOf(operation)}?search=${words(count).join("%E3%80%80")}`);
      assert.equal((await ask(8)).status, 200, titleOf(operation));
      const refused = await ask(9);
      assert.equal(refused.status, 400, titleOf(operation));
      assert.deepEqual(codesOf(refused), [["/query/search", "too_many"]]);
    }
  });

  test("events are asked for by at most 20 types", async () => {
    const ask = (count: number) =>
      api(
        "GET",
        `/audit?type=${words(count)
          .map((word) => `${word}.`)
          .join(",")}`,
      );
    assert.equal((await ask(20)).status, 200);
    assert.deepEqual(codesOf(await ask(21)), [["/query/type", "too_many"]]);
  });
});
