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
  assert.equal(told("assignment.put", clerk), "gave");
  assert.equal(told("assignment.put", { ...clerk, replaced: true }), "gaveAnew");
  assert.equal(told("assignment.delete", clerk), "took");
  assert.equal(told("assignment.delete", { ...clerk, because: "user:usr_alice" }), "lostAlong");
  const member = { group: "support", member: "user:usr_alice" };
  assert.equal(told("membership.put", member), "joined");
  assert.equal(told("membership.delete", member), "left");
  assert.equal(told("membership.delete", { ...member, because: "group:support" }), "leftAlong");
  assert.deepEqual(givenBy(event("membership.put", member)), {
    who: "user:usr_alice",
    what: { group: "support" },
  });
});

test("who has what, for which instance and until when is read from the event alone", () => {
  assert.deepEqual(givenBy(event("assignment.delete", { ...clerk, expires_at: "2040-01-01T00:00:00Z" })), {
    who: "user:usr_alice",
    what: { role: "clerk", at: "orders/42" },
    until: "2040-01-01T00:00:00Z",
  });
  assert.deepEqual(givenBy(event("assignment.put", { principal: "user:*", permission: "orders:*" })), {
    who: "user:*",
    what: { permission: "orders:*", at: undefined },
    until: undefined,
  });
});

test("events from before these details were kept, and events of other kinds, give nothing", () => {
  assert.equal(givenBy(event("assignment.delete", { revision: 2 })), undefined);
  assert.equal(givenBy(event("role.put", { revision: 2 })), undefined);
  assert.equal(givenBy(event("token.issued", { principal: "user:usr_alice", role: "clerk" })), undefined);
});
