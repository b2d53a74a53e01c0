import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoredAuditEvent } from "../../../audit/events.ts";
import { ENTITY_KINDS } from "../../../directory/kinds/kinds.ts";
import type { Storage } from "../../open-storage.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { application, put, remove, samples, trustedActor, user } from "../samples.ts";

export function changeEventCases(engine: EngineUnderTest): void {
  test("an event names the principal and the grant, and separates changed assignments from new ones", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      const { assignment } = samples;
      await state.commit([put("user", samples.user), put("assignment", assignment)], trustedActor);
      const { expiresAt: _, ...endless } = assignment;
      const other = { id: "asg_2", principal: "user:*", permission: "orders:*" } as const;
      await state.commit([put("assignment", endless), put("assignment", other)], trustedActor);
      const events = await audit.list({ type: "assignment.created,assignment.updated" }, 10);
      assert.deepEqual(
        events.map(({ type }) => type),
        ["assignment.created", "assignment.updated", "assignment.created"],
      );
      const [everyUser, changed, made] = events.map(withoutChanges);
      const given = { principal: "user:usr_alice", role: "clerk", at: "orders/2026/42", conditional: true };
      assert.deepEqual(made, { revision: 1, ...given, expires_at: "2030-03-17T17:46:40Z" });
      assert.deepEqual(changed, { revision: 2, ...given, replaced: true });
      assert.deepEqual(everyUser, { revision: 2, principal: "user:*", permission: "orders:*" });
      assert.doesNotMatch(
        JSON.stringify(made),
        /::1/,
        "outside of `changes`, conditions are not for every reader of the audit log",
      );
    }));

  test("after a deletion the audit log still names who had what", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      const { assignment, membership } = samples;
      await state.commit(
        [
          put("group", samples.group),
          put("user", samples.user),
          put("membership", membership),
          put("assignment", assignment),
        ],
        trustedActor,
      );
      await state.commit([remove("assignment", assignment), remove("membership", membership)], trustedActor);
      const [leaving] = await audit.list({ type: "membership.deleted" }, 10);
      assert.deepEqual(leaving && withoutChanges(leaving), {
        revision: 2,
        group: "support",
        member: "user:usr_alice",
      });
      const [lost] = await audit.list({ type: "assignment.deleted" }, 10);
      assert.equal(lost?.data?.principal, "user:usr_alice");
      assert.equal(lost?.data?.role, "clerk");
      assert.equal(lost?.data?.at, "orders/2026/42");
    }));

  test("events name what is deleted together with its principal", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      await state.commit(
        [
          put("application", application("a")),
          put("assignment", { id: "asg_a", principal: "application:a", permission: "x" }),
          put("group", samples.group),
          put("user", user("usr_1", "one")),
          put("membership", { group: "support", member: "user:usr_1" }),
        ],
        trustedActor,
      );
      await state.commit(
        [remove("application", application("a")), remove("user", user("usr_1", "one"))],
        trustedActor,
      );
      const dataOf = (events: readonly StoredAuditEvent[]) => events.map(withoutChanges);
      assert.deepEqual(dataOf(await audit.list({ type: "assignment.deleted" }, 10)), [
        { revision: 2, because: "application:a", principal: "application:a", permission: "x" },
      ]);
      assert.deepEqual(dataOf(await audit.list({ type: "membership.deleted" }, 10)), [
        { revision: 2, because: "user:usr_1", group: "support", member: "user:usr_1" },
      ]);
    }));

  test("an event stays small, however long its names are", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      const long = "x".repeat(5_000);
      const value = { id: "asg_long", principal: `user:${long}`, permission: long, at: `a/${long}` } as const;
      await state.commit([put("user", user(long, "long")), put("assignment", value)], trustedActor);
      const [event] = await audit.list({ type: "assignment.created" }, 1);
      assert.ok(JSON.stringify(event && withoutChanges(event)).length < 2_500);
    }));

  test("an event has the members of what was created, changed or deleted, by the names of the API", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      const { role } = samples;
      await state.commit([put("role", role)], trustedActor);
      const { description: _, ...plain } = role;
      await state.commit([put("role", { ...plain, inherits: [] })], trustedActor);
      await state.commit([remove("role", plain)], trustedActor);
      const members = {
        name: "clerk",
        description: "Handles orders",
        inherits: ["viewer"],
        grants: role.grants,
      };
      assert.deepEqual(await listChanges(audit, "role:clerk"), [
        ["role.deleted", valuesAs("before", { name: "clerk", inherits: [], grants: role.grants })],
        [
          "role.updated",
          { description: { before: "Handles orders" }, inherits: { before: ["viewer"], after: [] } },
        ],
        ["role.created", valuesAs("after", members)],
      ]);
    }));

  test("the events of every kind of entity have its members, and none has a hash or a hint", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      const kinds = ENTITY_KINDS.map((kind) => put(kind, samples[kind]));
      await state.commit(kinds, trustedActor);
      const { passwordHash: _, ...withoutPassword } = samples.user;
      await state.commit(
        [put("user", withoutPassword), put("secret", { ...samples.secret, hash: "2" })],
        trustedActor,
      );
      await state.commit(
        kinds.toReversed().map(({ kind }) => remove(kind, samples[kind])),
        trustedActor,
      );
      const events = await audit.list({ actor: "cli" }, 100);
      assert.deepEqual(
        new Set(events.map(({ type }) => type)),
        new Set([
          ...ENTITY_KINDS.flatMap((kind) => [`${kind}.created`, `${kind}.deleted`]),
          "user.updated",
          "secret.updated",
        ]),
      );
      for (const { type, data } of events) assert.notDeepEqual(data?.changes ?? {}, {}, type);
      assert.doesNotMatch(JSON.stringify(events), /argon2|hash-1|x9f2/);
      assert.deepEqual(
        (await listChanges(audit, "user:usr_alice")).map(([, changes]) => changes.password),
        [undefined, { changed: true }, { changed: true }],
      );
      assert.deepEqual((await listChanges(audit, "secret:sec_1"))[1]?.[1], { secret: { changed: true } });
    }));

  test("an entity that is changed twice in one change set has an event for each change", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      const group = (description: string) => put("group", { name: "twice", description });
      await state.commit(
        [group("a"), group("b"), remove("group", { name: "twice" }), group("c")],
        trustedActor,
      );
      assert.deepEqual(await listChanges(audit, "group:twice"), [
        ["group.created", { name: { after: "twice" }, description: { after: "c" } }],
        ["group.deleted", { name: { before: "twice" }, description: { before: "b" } }],
        ["group.updated", { description: { before: "a", after: "b" } }],
        ["group.created", { name: { after: "twice" }, description: { after: "a" } }],
      ]);
    }));

  test("long values are replaced by their lengths, the longest first, and the event is marked as truncated", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      const long = "ä".repeat(10_000);
      const big = { ...user("usr_long", "long"), name: "Long", attributes: { note: long } };
      await state.commit([put("user", big)], trustedActor);
      const [event] = await audit.list({ target: "user:usr_long" }, 1);
      assert.equal(event?.data?.truncated, true);
      assert.deepEqual(event?.data?.changes, {
        username: { after: "long" },
        name: { after: "Long" },
        attributes: { after_length: Buffer.byteLength(JSON.stringify({ note: long })) },
        enabled: { after: true },
      });
      await state.commit([put("user", { ...big, name: "Longer" })], trustedActor);
      const [small] = await audit.list({ target: "user:usr_long" }, 1);
      assert.deepEqual(small?.data, { revision: 2, changes: { name: { before: "Long", after: "Longer" } } });
    }));

  test("the values of one object can be erased; that it changed, and the values of others, stay", () =>
    onEmptyStorage(engine, async ({ state, audit }) => {
      const alice = samples.user;
      await state.commit([put("user", alice), put("user", user("usr_b", "bob"))], trustedActor);
      await state.commit([put("user", { ...alice, email: "other@example.test" })], trustedActor);
      await state.commit([remove("user", alice)], trustedActor);
      assert.equal(await audit.eraseChanges("user:usr_alice"), 3);
      const events = await audit.list({ target: "user:usr_alice" }, 10);
      assert.deepEqual(
        events.map(({ type, data }) => [type, data]),
        [
          ["user.deleted", { revision: 3, changes_erased: true }],
          ["user.updated", { revision: 2, changes_erased: true }],
          ["user.created", { revision: 1, changes_erased: true }],
        ],
      );
      assert.equal((await listChanges(audit, "user:usr_b"))[0]?.[1].username !== undefined, true);
      assert.equal(await audit.eraseChanges("user:usr_alice"), 0);
    }));
}

type Changes = Readonly<Record<string, unknown>>;

const withoutChanges = ({ data = {} }: StoredAuditEvent): object => {
  const { changes: _, truncated: __, ...rest } = data;
  return rest;
};

const listChanges = async (audit: Storage["audit"], target: string) =>
  (await audit.list({ target }, 10)).map(
    ({ type, data }) => [type, (data?.changes ?? {}) as Changes] as const,
  );

const valuesAs = (side: "before" | "after", members: Changes) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { [side]: value }]));
