import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEvent } from "../activity/audit-event.ts";
import { findDeletedAssignment } from "../activity/find-deleted-assignment.ts";
import { bodyFrom, compareMembers } from "./compare-members.ts";
import { type Version, walkBack } from "./walk-back.ts";

type Data = NonNullable<AuditEvent["data"]>;

const event = (verb: string, changes: Data["changes"], more: Partial<Data> = {}): AuditEvent => ({
  id: 1,
  at: "2026-11-15T12:00:00Z",
  type: `role.${verb}`,
  actor: "cli",
  target: "role:clerk",
  data: { ...(changes && { changes }), ...more },
});
const created = event("created", { name: { after: "clerk" }, grants: { after: ["a"] } });
const granted = event("updated", { grants: { before: ["a"], after: ["a", "b"] } });
const described = event("updated", { description: { after: "Counter" } });
const PRESENT = { id: "clerk", version: 3, name: "clerk", grants: ["a", "b"], description: "Counter" };

const shown = (versions: readonly Version[]) =>
  versions.map(({ members, unknown }) => unknown ?? (members && bodyFrom(members)));

test("each version is what was there before the later events", () => {
  assert.deepEqual(shown(walkBack(PRESENT, [described, granted, created])), [
    { name: "clerk", grants: ["a", "b"], description: "Counter" },
    { name: "clerk", grants: ["a", "b"] },
    { name: "clerk", grants: ["a"] },
  ]);
});

test("a deleted object comes back from its deletion, and what was before it as well", () => {
  const deleted = event("deleted", { name: { before: "clerk" }, grants: { before: ["a", "b"] } });
  assert.deepEqual(shown(walkBack(undefined, [deleted, granted, created])), [
    undefined,
    { name: "clerk", grants: ["a", "b"] },
    { name: "clerk", grants: ["a"] },
  ]);
});

test("a truncated, a withheld or a missing event hides the versions before it, except a complete creation", () => {
  const truncated = event("updated", { description: { after_length: 20_000 } }, { truncated: true });
  const withheld = event("updated", undefined, { changes_withheld: true });
  for (const [hiding, reason] of [
    [truncated, "truncated"],
    [withheld, "withheld"],
    [event("updated", undefined, { changes_erased: true }), "erased"],
    [event("updated", { grants: { before: [], after: ["other"] } }), "gap"],
    [event("updated", undefined), "gap"],
  ] as const)
    assert.deepEqual(shown(walkBack(PRESENT, [hiding, granted, created])), [
      bodyFrom(PRESENT),
      reason,
      { name: "clerk", grants: ["a"] },
    ]);
  const hiddenCreation = event("created", undefined, { changes_withheld: true });
  assert.deepEqual(shown(walkBack(PRESENT, [withheld, hiddenCreation])), [bodyFrom(PRESENT), "withheld"]);
  assert.deepEqual(
    shown(walkBack(undefined, [event("deleted", undefined, { truncated: true }), granted])),
    [undefined, "truncated"],
    "never a version with some members missing",
  );
});

test("a password is no part of a version", () => {
  const versions = walkBack(PRESENT, [event("updated", { password: { changed: true } }), described]);
  assert.deepEqual(shown(versions), [bodyFrom(PRESENT), bodyFrom(PRESENT)]);
});

test("what a restored version changes is told like a change", () => {
  assert.deepEqual(compareMembers(PRESENT, { name: "clerk", grants: ["a"] }), {
    grants: { before: ["a", "b"], after: ["a"] },
    description: { before: "Counter" },
  });
  assert.deepEqual(compareMembers(undefined, { name: "clerk" }), { name: { after: "clerk" } });
});

test("a deleted assignment is assigned again with all members, or not at all", () => {
  const changes = {
    principal: { before: "user:usr_1" },
    role: { before: "clerk" },
    when: { before: "true" },
  };
  const deleted = { ...event("deleted", changes), type: "assignment.deleted" };
  assert.deepEqual(findDeletedAssignment(deleted), { principal: "user:usr_1", role: "clerk", when: "true" });
  for (const data of [{ ...deleted.data, truncated: true as const }, { changes_withheld: true as const }])
    assert.equal(findDeletedAssignment({ ...deleted, data }), undefined);
});
