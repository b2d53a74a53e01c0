import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEvent } from "../../audit/events.ts";
import { put, user } from "./samples.ts";
import { onEmptyStorage, type Subject, someone } from "./subject.ts";

const event = (i: number): AuditEvent => ({
  at: 1_000 + i,
  type: "token.issued",
  actor: `application:app-${i % 3}`,
});

export function auditCases(subject: Subject): void {
  test("events are listed newest first, by any of their marks, page by page", () =>
    onEmptyStorage(subject, async ({ audit }) => {
      await audit.append([], []);
      const full: AuditEvent = {
        at: 5,
        type: "role.put",
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
        { type: "role.put" },
        { actor: "cli" },
        { target: "role:clerk" },
        { requestId: "req-9" },
      ]) {
        assert.equal((await audit.list(filter, 10)).length, 1);
      }
      const first = await audit.list({ actor: "application:app-1" }, 150);
      const second = await audit.list({ actor: "application:app-1", before: first.at(-1)?.id ?? 0 }, 150);
      const ats = [...first, ...second].map(({ at }) => at);
      assert.deepEqual(
        ats,
        Array.from({ length: 200 }, (_, i) => 1_001 + 3 * (199 - i)),
      );
      assert.equal((await audit.list({ type: "token.issued", target: "role:clerk" }, 10)).length, 0);
    }));

  test("a request is found among ten thousand events, wherever they lie", () =>
    onEmptyStorage(subject, async ({ audit }) => {
      const wanted = (i: number) => i === 0 || i === 4_095 || i === 4_096 || i === 9_999;
      const events = Array.from({ length: 10_000 }, (_, i) => ({
        ...event(i),
        ...(wanted(i) ? { requestId: "wanted", type: i === 0 ? "first" : "later" } : { requestId: `r-${i}` }),
      }));
      assert.deepEqual(await audit.list({ requestId: "wanted" }, 10), []);
      await audit.append(events, []);
      const times = async (filter: Parameters<typeof audit.list>[0], limit = 10) =>
        (await audit.list(filter, limit)).map(({ at }) => at);
      assert.deepEqual(await times({ requestId: "wanted" }), [10_999, 5_096, 5_095, 1_000]);
      assert.deepEqual(await times({ requestId: "wanted" }, 2), [10_999, 5_096]);
      const [newest] = await audit.list({ requestId: "wanted" }, 1);
      assert.deepEqual(await times({ requestId: "wanted", before: newest?.id ?? 0 }), [5_096, 5_095, 1_000]);
      assert.deepEqual(await times({ requestId: "wanted", type: "first" }), [1_000]);
      assert.deepEqual(await times({ type: "later", actor: "application:app-1" }), [5_096]);
      assert.deepEqual(await times({ type: "first" }), [1_000]);
      assert.deepEqual(await times({ requestId: "a\0b" }), []);
      // Sweeping moves where the search ends.
      await audit.sweep(5_000, 5_000);
      assert.deepEqual(await times({ requestId: "wanted" }), [10_999, 5_096, 5_095]);
    }));

  test("an event made of what an attacker sent never keeps the others from being written", () =>
    onEmptyStorage(subject, async ({ audit }) => {
      const nasty = {
        ...event(1),
        actor: "a\0b",
        target: "\0".repeat(9),
        requestId: "\ud800",
        data: { sent: "\0" },
      };
      await audit.append([event(0), nasty, { ...event(2), actor: "x".repeat(50_000) }], []);
      const [long, cleaned] = await audit.list({}, 10);
      assert.equal(cleaned?.actor, "a\u{FFFD}b");
      assert.deepEqual(cleaned?.data, { sent: "\0" });
      assert.equal(long?.actor.length, 513);
    }));

  test("counts of one minute add up across writers", () =>
    onEmptyStorage(subject, async ({ audit }, openAgain) => {
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

  test("old events go a few at a time, and identifiers never come back", () =>
    onEmptyStorage(subject, async ({ audit }) => {
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

  test("sweeping takes what has expired, at most as much as it is told", () =>
    onEmptyStorage(subject, async ({ sweeper, assertions, revocations, audit, state }) => {
      for (let i = 0; i < 5; i++) {
        await assertions.spend("a", `${i}`, 100 + i);
        await revocations.revoke(`${i}`, 100 + i);
        await audit.append([], [{ minute: i, name: "n", label: "", count: 1 }]);
        await state.commit([put("user", user(`usr_${i}`, `u${i}`))], someone);
      }
      assert.equal(await sweeper.clientAssertions(103, 3), 3);
      assert.equal(await sweeper.clientAssertions(103, 3), 1);
      assert.equal(await sweeper.revokedTokens(103, 99), 4);
      assert.deepEqual(await Promise.all(["3", "4"].map(revocations.isRevoked)), [false, true]);
      assert.equal(await sweeper.counters(4, 3), 3);
      assert.equal(await sweeper.counters(4, 3), 1);
      assert.equal((await audit.counters("n", 0, 9)).length, 1);
      assert.equal(
        await sweeper.changeLog(Number.MAX_SAFE_INTEGER, 99),
        0,
        "the newest rows stay, however old",
      );
      assert.equal(await sweeper.sweep(2_000_000_000, 99), 3);
    }));
}
