import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoredAuditEvent } from "../../../audit/events.ts";
import { application, put, remove, samples, user } from "../samples.ts";
import { onEmptyStorage, type Subject, someone } from "../subject.ts";

export function changeEventCases(subject: Subject): void {
  test("an event names the principal and the grant, and separates changed assignments from new ones", () =>
    onEmptyStorage(subject, async ({ state, audit }) => {
      const { assignment } = samples;
      await state.commit([put("user", samples.user), put("assignment", assignment)], someone);
      const { expiresAt: _, ...endless } = assignment;
      const other = { id: "asg_2", principal: "user:*", permission: "orders:*" } as const;
      await state.commit([put("assignment", endless), put("assignment", other)], someone);
      const [everyUser, changed, made] = await audit.list({ type: "assignment.saved" }, 10);
      const given = { principal: "user:usr_alice", role: "clerk", at: "orders/2026/42", conditional: true };
      assert.deepEqual(made?.data, { revision: 1, ...given, expires_at: "2030-03-17T17:46:40Z" });
      assert.deepEqual(changed?.data, { revision: 2, ...given, replaced: true });
      assert.deepEqual(everyUser?.data, { revision: 2, principal: "user:*", permission: "orders:*" });
      assert.doesNotMatch(
        JSON.stringify(made),
        /::1/,
        "conditions are not for every reader of the audit log",
      );
    }));

  test("after a deletion the audit log still names who had what", () =>
    onEmptyStorage(subject, async ({ state, audit }) => {
      const { assignment, membership } = samples;
      await state.commit(
        [
          put("group", samples.group),
          put("user", samples.user),
          put("membership", membership),
          put("assignment", assignment),
        ],
        someone,
      );
      await state.commit([remove("assignment", assignment), remove("membership", membership)], someone);
      const [leaving] = await audit.list({ type: "membership.deleted" }, 10);
      assert.deepEqual(leaving?.data, { revision: 2, group: "support", member: "user:usr_alice" });
      const [lost] = await audit.list({ type: "assignment.deleted" }, 10);
      assert.equal(lost?.data?.principal, "user:usr_alice");
      assert.equal(lost?.data?.role, "clerk");
      assert.equal(lost?.data?.at, "orders/2026/42");
    }));

  test("events name what is deleted together with its principal", () =>
    onEmptyStorage(subject, async ({ state, audit }) => {
      await state.commit(
        [
          put("application", application("a")),
          put("assignment", { id: "asg_a", principal: "application:a", permission: "x" }),
          put("group", samples.group),
          put("user", user("usr_1", "one")),
          put("membership", { group: "support", member: "user:usr_1" }),
        ],
        someone,
      );
      await state.commit(
        [remove("application", application("a")), remove("user", user("usr_1", "one"))],
        someone,
      );
      const dataOf = (events: readonly StoredAuditEvent[]) => events.map(({ data }) => data);
      assert.deepEqual(dataOf(await audit.list({ type: "assignment.deleted" }, 10)), [
        { revision: 2, because: "application:a", principal: "application:a", permission: "x" },
      ]);
      assert.deepEqual(dataOf(await audit.list({ type: "membership.deleted" }, 10)), [
        { revision: 2, because: "user:usr_1", group: "support", member: "user:usr_1" },
      ]);
    }));

  test("an event stays small, however long its names are", () =>
    onEmptyStorage(subject, async ({ state, audit }) => {
      const long = "x".repeat(5_000);
      const value = { id: "asg_long", principal: `user:${long}`, permission: long, at: `a/${long}` } as const;
      await state.commit([put("user", user(long, "long")), put("assignment", value)], someone);
      const [event] = await audit.list({ type: "assignment.saved" }, 1);
      assert.ok(JSON.stringify(event).length < 2_500);
    }));
}
