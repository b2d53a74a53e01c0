import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEvent, StoredAuditEvent } from "../../../audit/events.ts";
import type { AuditPosition } from "../../../audit/stores.ts";
import { readAuditEvents } from "../../audit/read-audit-events.ts";
import { openWorkCounter, WORK_PER_ROW } from "../count-work.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { runSql } from "../run-sql.ts";

const event = (i: number): AuditEvent => ({
  at: 1_000 + i,
  type: "token.issued",
  actor: `application:app-${i % 3}`,
});

const failure = (at: number): AuditEvent => ({
  at,
  ...(at % 2
    ? { type: "token.denied", actor: "client:a", data: { error: "invalid_grant" } }
    : { type: "token.issued", actor: "application:a", data: { refused: { "orders:read": "not_granted" } } }),
});

const positionOf = (event: StoredAuditEvent | undefined): AuditPosition => ({
  id: event?.id ?? 0,
  at: event?.at ?? 0,
});

export function auditCases(engine: EngineUnderTest): void {
  test("events are listed newest first, filtered by target, actor or type, page by page", () =>
    onEmptyStorage(engine, async ({ audit }) => {
      await audit.append([], []);
      const full: AuditEvent = {
        at: 5,
        type: "role.updated",
        actor: "cli",
        target: "role:clerk",
        ip: "::1",
        requestId: "req-9",
        data: { reason: "a test" },
      };
      await audit.append(
        Array.from({ length: 600 }, (_, i) => event(i)),
        [],
      );
      await audit.append([full], []);
      const [newest] = await audit.list({}, 1);
      assert.deepEqual({ ...newest, id: 0 }, { ...full, id: 0 });
      for (const filter of [
        { type: "role.updated" },
        { actor: "cli" },
        { target: "role:clerk" },
        { requestId: "req-9" },
      ]) {
        assert.equal((await audit.list(filter, 10)).length, 1);
      }
      const first = await audit.list({ actor: "application:app-1" }, 150);
      const second = await audit.list({ actor: "application:app-1", before: positionOf(first.at(-1)) }, 150);
      const ats = [...first, ...second].map(({ at }) => at);
      assert.deepEqual(
        ats,
        Array.from({ length: 200 }, (_, i) => 1_001 + 3 * (199 - i)),
      );
      assert.equal((await audit.list({ type: "token.issued", target: "role:clerk" }, 10)).length, 0);
    }));

  test("a request is found among ten thousand events, wherever they are", () =>
    onEmptyStorage(engine, async ({ audit }) => {
      const wanted = (i: number) => i === 0 || i === 4_095 || i === 4_096 || i === 9_999;
      const events = Array.from(
        { length: 10_000 },
        (_, i): AuditEvent => ({
          ...event(i),
          ...(wanted(i)
            ? { requestId: "wanted", type: i === 0 ? "token.denied" : "token.revoked" }
            : { requestId: `r-${i}` }),
        }),
      );
      assert.deepEqual(await audit.list({ requestId: "wanted" }, 10), []);
      await audit.append(events, []);
      const times = async (filter: Parameters<typeof audit.list>[0], limit = 10) =>
        (await audit.list(filter, limit)).map(({ at }) => at);
      assert.deepEqual(await times({ requestId: "wanted" }), [10_999, 5_096, 5_095, 1_000]);
      assert.deepEqual(await times({ requestId: "wanted" }, 2), [10_999, 5_096]);
      const [newest] = await audit.list({ requestId: "wanted" }, 1);
      assert.deepEqual(
        await times({ requestId: "wanted", before: positionOf(newest) }),
        [5_096, 5_095, 1_000],
      );
      assert.deepEqual(await times({ requestId: "wanted", type: "token.denied" }), [1_000]);
      assert.deepEqual(await times({ type: "token.revoked", actor: "application:app-1" }), [5_096]);
      assert.deepEqual(await times({ type: "token.denied" }), [1_000]);
      assert.deepEqual(await times({ requestId: "a\0b" }), []);
      // Sweeping moves the end of the search.
      await audit.sweep(5_000, 5_000);
      assert.deepEqual(await times({ requestId: "wanted" }), [10_999, 5_096, 5_095]);
    }));

  test("an event with values from an attacker does not prevent other events from being written", () =>
    onEmptyStorage(engine, async ({ audit }) => {
      const hostile = {
        ...event(1),
        actor: "a\0b",
        target: "\0".repeat(9),
        requestId: "\ud800",
        data: { sent: "\0" },
      };
      await audit.append([event(0), hostile, { ...event(2), actor: "x".repeat(50_000) }], []);
      const [long, cleaned] = await audit.list({}, 10);
      assert.equal(cleaned?.actor, "a\u{FFFD}b");
      assert.deepEqual(cleaned?.data, { sent: "\0" });
      assert.equal(long?.actor.length, 513);
    }));

  test("counts of one minute add up across writers", () =>
    onEmptyStorage(engine, async ({ audit }, openAgain) => {
      const other = await openAgain();
      const issued = (minute: number, label: string, count: number) => ({
        minute,
        name: "tokens_issued",
        label,
        count,
      });
      await Promise.all(
        [audit, other.audit].flatMap((store) =>
          Array.from({ length: 5 }, () =>
            store.append([], [issued(8, "b", 2), issued(7, "", 1), issued(8, "a", 1)]),
          ),
        ),
      );
      await audit.append([], [{ minute: 8, name: "other", label: "", count: 1 }]);
      assert.deepEqual(
        (await audit.counters("tokens_issued", 7, 8)).map(({ ...counter }) => counter),
        [issued(7, "", 10), issued(8, "a", 10), issued(8, "b", 20)],
      );
      assert.deepEqual(await audit.counters("tokens_issued", 9, 20), []);
    }));

  test("counts are listed by the minute, the hour or the day, for several names at once", () =>
    onEmptyStorage(engine, async ({ audit }) => {
      const count = (minute: number, name: string, label: string) => ({ minute, name, label, count: 1 });
      const minutes = [0, 59, 60, 1_439, 1_440, 5_000];
      await audit.append(
        [],
        minutes.flatMap((minute) => [count(minute, "a", ""), count(minute, "b", "x")]),
      );
      await audit.append([], [count(60, "a", ""), count(60, "a", "y"), count(60, "c", "")]);
      const listCounts = async (...asked: Parameters<typeof audit.counters>) =>
        (await audit.counters(...asked)).map(
          ({ minute, name, label, count }) => `${minute} ${name}${label} ${count}`,
        );
      assert.deepEqual(await listCounts(["a", "b"], 59, 60), [
        "59 a 1",
        "59 bx 1",
        "60 a 2",
        "60 ay 1",
        "60 bx 1",
      ]);
      assert.deepEqual(await listCounts("a", 30, 61, "hour"), ["0 a 2", "60 a 2", "60 ay 1"]);
      assert.deepEqual(await listCounts(["a"], 100, 1_439, "day"), ["0 a 5", "0 ay 1"]);
      assert.deepEqual(await listCounts(["a", "b"], 70, 9_999, "total"), ["60 a 5", "60 ay 1", "60 bx 4"]);
      assert.deepEqual(await listCounts(["b", "a\0"], 0, 9_999, "day"), ["0 bx 4", "1440 bx 1", "4320 bx 1"]);
    }));

  test("events are found by time, by type prefix, and by id after a given one", () =>
    onEmptyStorage(engine, async ({ audit }) => {
      const types = [
        "token.issued",
        "token.denied",
        "tokens.deleted",
        "role.updated",
        "user.signed_in",
      ] as const;
      const events = Array.from(
        { length: 50 },
        (_, i): AuditEvent => ({
          ...event(i),
          type: types[i % 5] ?? "token.issued",
          requestId: `r-${i % 2}`,
        }),
      );
      // One event was delayed, and is written after events that happened later.
      const late: AuditEvent = { ...event(7), type: "token.revoked", actor: "late", requestId: "r-0" };
      await audit.append([...events, late], []);
      const times = async (filter: Parameters<typeof audit.list>[0], limit = 99) =>
        (await audit.list(filter, limit)).map(({ at }) => at - 1_000);
      assert.deepEqual(await times({ from: 1_006, to: 1_009 }), [9, 8, 7, 7, 6]);
      assert.deepEqual(await times({ to: 1_001 }), [1, 0]);
      assert.deepEqual(await times({ from: 1_049 }), [49]);
      assert.deepEqual(await times({ from: 1_005, to: 1_016, type: "token." }), [16, 15, 11, 10, 7, 6, 5]);
      assert.deepEqual(await times({ from: 1_005, type: "token.revoked" }), [7]);
      assert.deepEqual(await times({ from: 1_005, to: 1_009, requestId: "r-0" }), [8, 7, 6]);
      assert.deepEqual(await times({ type: "token." }, 4), [7, 46, 45, 41]);
      assert.deepEqual(await times({ type: "token.", actor: "late" }), [7]);
      assert.deepEqual(await times({ type: "toke." }), []);
      assert.deepEqual(await times({ type: "token" }), [], "without the dot it is one type");
      const seen: number[] = [];
      for (let page = await audit.list({ to: 1_009 }, 3); page.length > 0; ) {
        seen.push(...page.map(({ at }) => at - 1_000));
        page = await audit.list({ to: 1_009, before: positionOf(page.at(-1)) }, 3);
      }
      assert.deepEqual(seen, [9, 8, 7, 7, 6, 5, 4, 3, 2, 1, 0]);
      const [, newest] = await audit.list({}, 2);
      assert.deepEqual(await times({ after: newest?.id ?? 0 }), [7]);
      assert.deepEqual(await times({ after: (newest?.id ?? 0) + 1 }), []);
      assert.deepEqual(await times({ after: newest?.id ?? 0, from: 1_008 }), []);
    }));

  test("events are found by the reason of a refused scope, and by the code of an error", () =>
    onEmptyStorage(engine, async ({ audit }) => {
      const issued = (at: number, data: Record<string, unknown>): AuditEvent => ({
        at,
        type: "token.issued",
        actor: at % 2 ? "application:a" : "application:b",
        data: { scope: "x", ...data, revision: 1 },
      });
      await audit.append(
        [
          issued(1, {}),
          issued(2, { refused: { "orders:read": "not_granted" } }),
          issued(3, { refused: { not_granted: "unknown_scope", "a:b": "key_ceiling" } }),
          // Callers choose these texts, which only look like members.
          issued(4, { scope: '"refused":{"x":"not_granted"}' }),
          issued(5, { sub: "not_granted", refused: { 'x":"not_granted': "unknown_scope" } }),
          issued(6, { refused: { "orders:write": "notXgranted" } }),
          { at: 7, type: "token.denied", actor: "client:a", data: { error: "invalid_client" } },
          { at: 8, type: "token.denied", actor: "client:a", data: { error: "invalidXclient" } },
          { at: 9, type: "role.updated", actor: "cli" },
          // Values of a change are withheld from most readers of the log, so no filter may find them.
          {
            at: 10,
            type: "user.updated",
            actor: "cli",
            data: {
              changes: {
                attributes: { after: { error: "invalid_client", refused: { x: "not_granted" } } },
                error: { after: "invalid_client" },
              },
            },
          },
        ],
        [],
      );
      const times = async (filter: Parameters<typeof audit.list>[0]) =>
        (await audit.list(filter, 9)).map(({ at }) => at);
      assert.deepEqual(await times({ refused: "any" }), [6, 5, 3, 2]);
      assert.deepEqual(await times({ refused: "not_granted" }), [2]);
      assert.deepEqual(await times({ refused: "unknown_scope" }), [5, 3]);
      assert.deepEqual(await times({ refused: "any", exceptApplication: "a" }), [6, 2]);
      assert.deepEqual(await times({ refused: "any", type: "token.issued", from: 3, to: 5 }), [5, 3]);
      assert.deepEqual(await times({ error: "invalid_client" }), [7]);
      assert.deepEqual(await times({ error: "%" }), []);
      const [first] = await audit.list({ refused: "any" }, 1);
      assert.deepEqual(await times({ refused: "any", before: positionOf(first) }), [5, 3, 2]);
    }));

  test("a reason or an error that no event has is looked up, however many events have others", () =>
    onEmptyStorage(engine, async ({ audit }, _open, url) => {
      await audit.append(
        Array.from({ length: 12_000 }, (_, i) => failure(i)),
        [],
      );
      await runSql(url, "analyze");
      const counter = openWorkCounter(url);
      try {
        for (const filter of [
          { error: "none" },
          { error: "none", type: "token.denied" },
          { error: "none", from: 1 },
          { refused: "key_ceiling" },
          { refused: "key_ceiling", type: "token.denied" },
        ]) {
          const work = await counter.count((db) => readAuditEvents(db, filter, 50));
          const rows = Math.ceil(work / WORK_PER_ROW[engine.name]);
          assert.ok(rows <= 300, `${JSON.stringify(filter)}: ${rows} rows`);
        }
      } finally {
        await counter.close();
      }
    }));

  test("an application can be excluded: its own events and its authorizations, but not changes of it", () =>
    onEmptyStorage(engine, async ({ audit }) => {
      const own = "application:own";
      await audit.append(
        [
          { at: 1, type: "token.issued", actor: own },
          { at: 2, type: "authorization.granted", actor: "user:usr_1", target: own },
          { at: 3, type: "application.updated", actor: "user:usr_1", target: own },
          { at: 4, type: "authorization.granted", actor: "user:usr_1", target: "application:other" },
          { at: 5, type: "user.signed_out", actor: "user:usr_1" },
          { at: 6, type: "token.issued", actor: "application:other", requestId: "r" },
          { at: 7, type: "token.denied", actor: own, requestId: "r" },
        ],
        [],
      );
      const times = async (filter: Parameters<typeof audit.list>[0]) =>
        (await audit.list({ ...filter, exceptApplication: "own" }, 9)).map(({ at }) => at);
      assert.deepEqual(await times({}), [6, 5, 4, 3]);
      assert.deepEqual(await times({ type: "token." }), [6]);
      assert.deepEqual(await times({ target: own }), [3]);
      assert.deepEqual(await times({ actor: own }), []);
      assert.deepEqual(await times({ requestId: "r" }), [6]);
      assert.deepEqual(await times({ from: 2, to: 5 }), [5, 4, 3]);
      assert.equal((await audit.list({ exceptApplication: "o\0wn" }, 9)).length, 7);
    }));

  test("old events are deleted in batches, and ids are never reused", () =>
    onEmptyStorage(engine, async ({ audit }) => {
      await audit.append(
        Array.from({ length: 10 }, (_, i) => event(i)),
        [],
      );
      const [newest] = await audit.list({}, 1);
      assert.equal(await audit.sweep(1_005, 3), 3);
      assert.equal(await audit.sweep(1_005, 3), 2);
      assert.equal(await audit.sweep(1_005, 3), 0);
      assert.equal(await audit.sweep(9_999, 99), 5);
      await audit.append([event(0)], []);
      const [next] = await audit.list({}, 1);
      assert.ok((next?.id ?? 0) > (newest?.id ?? 0));
    }));
}
