import assert from "node:assert/strict";
import { test } from "node:test";
import { type NearMiss, readsSubject, type Suggestion, selectSuggestions } from "./suggestion.ts";

const ROLES: Suggestion = {
  kind: "assign_role",
  text: "",
  principal: "user:usr_1",
  roles: ["clerk", "boss"],
  more: 0,
};
const EXTEND: Suggestion = { kind: "extend_assignment", text: "", assignment: "asg_1" };

const expired = (assignment: Partial<NearMiss["assignment"]>): NearMiss => ({
  principals: ["user:usr_1"],
  assignment: { id: "asg_1", principal: "user:usr_1", ...assignment },
  instances: [],
  permission: "orders:read",
  roles: [],
  grant: "orders:read",
  conditions: [],
  blocked_by: [{ kind: "expired", expired_at: "2026-01-01T00:00:00Z" }],
});

test("what has expired is suggested once: to be extended", () => {
  assert.deepEqual(selectSuggestions([EXTEND, ROLES], [expired({ role: "clerk" })], undefined), [
    EXTEND,
    { ...ROLES, roles: ["boss"] },
  ]);
  const assign: Suggestion = {
    kind: "assign_permission",
    text: "",
    change: { assignments: [{ principal: "user:usr_1", permission: "orders:read" }] },
  };
  assert.deepEqual(selectSuggestions([EXTEND, assign], [expired({ permission: "orders:read" })], undefined), [
    EXTEND,
  ]);
});

test("what expired elsewhere or had a condition is no reason to leave anything out", () => {
  for (const other of [
    { role: "clerk", at: "orders/1" },
    { role: "clerk", when: "true" },
  ])
    assert.deepEqual(selectSuggestions([ROLES], [expired(other)], undefined), [ROLES]);
});

test("what the reason of a refusal says already is not said again", () => {
  const unknown: Suggestion = { kind: "unknown_permission", text: "", permission: "x" };
  assert.deepEqual(
    selectSuggestions([{ kind: "use_authorization_code", text: "" }, unknown], [], undefined),
    [],
  );
  const meant: Suggestion = { ...unknown, nearest: "y" };
  assert.deepEqual(selectSuggestions([meant], [], undefined), [meant]);
});

test("a condition is about the subject when it reads a member of it", () => {
  assert.ok(readsSubject(["request.ip", "subject.attributes.level"]));
  assert.ok(!readsSubject(["request.ip", 'request.context["subject.id"]']));
});
