import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyAccessChange, findAccessChange } from "./access-change.ts";
import type { AuditEvent } from "./audit-event.ts";

const event = (type: string, data: NonNullable<AuditEvent["data"]>): AuditEvent => ({
  id: 1,
  at: "2026-11-15T12:00:00Z",
  type,
  actor: "cli",
  target: "assignment:asg_1",
  data,
});

const clerk = { revision: 2, principal: "user:usr_alice", role: "clerk", at: "orders/42" };

test("an event tells which access a principal got, changed or lost, and how", () => {
  const told = (type: string, data: NonNullable<AuditEvent["data"]>) =>
    classifyAccessChange(event(type, data));
  assert.equal(told("assignment.saved", clerk), "assigned");
  assert.equal(told("assignment.saved", { ...clerk, replaced: true }), "assignmentChanged");
  assert.equal(told("assignment.deleted", clerk), "revoked");
  assert.equal(told("assignment.deleted", { ...clerk, because: "user:usr_alice" }), "revokedBecause");
  const member = { group: "support", member: "user:usr_alice" };
  assert.equal(told("membership.saved", member), "memberAdded");
  assert.equal(told("membership.deleted", member), "memberRemoved");
  assert.equal(told("membership.deleted", { ...member, because: "group:support" }), "memberRemovedBecause");
  assert.deepEqual(findAccessChange(event("membership.saved", member)), {
    principal: "user:usr_alice",
    access: { group: "support" },
  });
});

test("who has what, for which instance and until when is read from the event alone", () => {
  assert.deepEqual(
    findAccessChange(event("assignment.deleted", { ...clerk, expires_at: "2040-01-01T00:00:00Z" })),
    {
      principal: "user:usr_alice",
      access: { role: "clerk", at: "orders/42" },
      expiresAt: "2040-01-01T00:00:00Z",
    },
  );
  assert.deepEqual(
    findAccessChange(event("assignment.saved", { principal: "user:*", permission: "orders:*" })),
    {
      principal: "user:*",
      access: { permission: "orders:*", at: undefined },
      expiresAt: undefined,
    },
  );
});

test("older events without these details, and events of other kinds, have no access change", () => {
  assert.equal(findAccessChange(event("assignment.deleted", { revision: 2 })), undefined);
  assert.equal(findAccessChange(event("role.saved", { revision: 2 })), undefined);
  assert.equal(
    findAccessChange(event("token.issued", { principal: "user:usr_alice", role: "clerk" })),
    undefined,
  );
});
