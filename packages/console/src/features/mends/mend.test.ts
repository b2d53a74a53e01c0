import assert from "node:assert/strict";
import { test } from "node:test";
import { type Mend, type NearMiss, readsSubject, worthSaying } from "./mend.ts";

const ROLES: Mend = {
  kind: "give_role",
  text: "",
  principal: "user:usr_1",
  roles: ["clerk", "boss"],
  more: 0,
};
const PROLONG: Mend = { kind: "prolong", text: "", assignment: "asg_1" };

const expired = (assignment: Partial<NearMiss["assignment"]>): NearMiss => ({
  principals: ["user:usr_1"],
  assignment: { id: "asg_1", principal: "user:usr_1", ...assignment },
  instances: [],
  permission: "orders:read",
  roles: [],
  grant: "orders:read",
  conditions: [],
  obstacles: [{ kind: "expired", expired_at: "2026-01-01T00:00:00Z" }],
});

test("what has expired is offered once: to be prolonged", () => {
  assert.deepEqual(worthSaying([PROLONG, ROLES], [expired({ role: "clerk" })], undefined), [
    PROLONG,
    { ...ROLES, roles: ["boss"] },
  ]);
  const assign: Mend = {
    kind: "assign",
    text: "",
    change: { assignments: [{ principal: "user:usr_1", permission: "orders:read" }] },
  };
  assert.deepEqual(worthSaying([PROLONG, assign], [expired({ permission: "orders:read" })], undefined), [
    PROLONG,
  ]);
});

test("what expired elsewhere or had a condition is no reason to leave anything out", () => {
  for (const other of [
    { role: "clerk", at: "orders/1" },
    { role: "clerk", when: "true" },
  ])
    assert.deepEqual(worthSaying([ROLES], [expired(other)], undefined), [ROLES]);
});

test("what the reason of a refusal says already is not said again", () => {
  const unknown: Mend = { kind: "unknown_permission", text: "", permission: "x" };
  assert.deepEqual(worthSaying([{ kind: "act_for_user", text: "" }, unknown], [], undefined), []);
  const meant: Mend = { ...unknown, nearest: "y" };
  assert.deepEqual(worthSaying([meant], [], undefined), [meant]);
});

test("a condition is about the subject when it reads a member of it", () => {
  assert.ok(readsSubject(["request.ip", "subject.attributes.level"]));
  assert.ok(!readsSubject(["request.ip", 'request.context["subject.id"]']));
});
