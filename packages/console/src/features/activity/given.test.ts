import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEvent } from "./audit-event.ts";
import { givenBy, givingOf } from "./given.ts";

const event = (type: string, data: NonNullable<AuditEvent["data"]>): AuditEvent => ({
  id: 1,
  at: "2026-11-15T12:00:00Z",
  type,
  actor: "cli",
  target: "assignment:asg_1",
  data,
});

const clerk = { revision: 2, principal: "user:usr_alice", role: "clerk", at: "orders/42" };

test("an event tells what somebody got, changed or lost, and how", () => {
  const told = (type: string, data: NonNullable<AuditEvent["data"]>) => givingOf(event(type, data));
  assert.equal(told("assignment.saved", clerk), "gave");
  assert.equal(told("assignment.saved", { ...clerk, replaced: true }), "gaveAnew");
  assert.equal(told("assignment.deleted", clerk), "took");
  assert.equal(told("assignment.deleted", { ...clerk, because: "user:usr_alice" }), "lostAlong");
  const member = { group: "support", member: "user:usr_alice" };
  assert.equal(told("membership.saved", member), "joined");
  assert.equal(told("membership.deleted", member), "left");
  assert.equal(told("membership.deleted", { ...member, because: "group:support" }), "leftAlong");
  assert.deepEqual(givenBy(event("membership.saved", member)), {
    who: "user:usr_alice",
    what: { group: "support" },
  });
});

test("who has what, for which instance and until when is read from the event alone", () => {
  assert.deepEqual(givenBy(event("assignment.deleted", { ...clerk, expires_at: "2040-01-01T00:00:00Z" })), {
    who: "user:usr_alice",
    what: { role: "clerk", at: "orders/42" },
    until: "2040-01-01T00:00:00Z",
  });
  assert.deepEqual(givenBy(event("assignment.saved", { principal: "user:*", permission: "orders:*" })), {
    who: "user:*",
    what: { permission: "orders:*", at: undefined },
    until: undefined,
  });
});

test("events from before these details were kept, and events of other kinds, give nothing", () => {
  assert.equal(givenBy(event("assignment.deleted", { revision: 2 })), undefined);
  assert.equal(givenBy(event("role.saved", { revision: 2 })), undefined);
  assert.equal(givenBy(event("token.issued", { principal: "user:usr_alice", role: "clerk" })), undefined);
});
