import assert from "node:assert/strict";
import { test } from "node:test";
import { compileCondition } from "./conditions/compile-condition.ts";
import type { Role } from "./entities.ts";
import { compileRoles } from "./role-grants.ts";

const role = (name: string, inherits: readonly string[], ...grants: Role["grants"]): Role => ({
  name,
  inherits,
  grants,
});

function grantsOf(roles: readonly Role[], holder: string) {
  const grants =
    compileRoles(roles, compileCondition).findGrants(["orders:read", "orders:*"]).get(holder) ?? [];
  return grants.map((granted) => [granted.roles.join(" > "), granted.permission, granted.condition?.source]);
}

test("a role gives what it grants and what it inherits, by the shortest path", () => {
  const roles = [
    role("top", ["middle", "low"]),
    role("middle", ["low"]),
    role("low", [], { permission: "orders:*" }),
    role("other", [], { permission: "stock:read" }),
  ];
  assert.deepEqual(grantsOf(roles, "top"), [["top > low", "orders:*", undefined]]);
  assert.deepEqual(grantsOf(roles, "middle"), [["middle > low", "orders:*", undefined]]);
  assert.deepEqual(grantsOf(roles, "other"), []);
});

test("beside a grant without a condition others are redundant; of equal conditions one is kept", () => {
  const conditional = [
    role("holder", ["office", "night"]),
    role("office", [], { permission: "orders:read", when: 'request.ip == "10.0.0.7"' }),
    role("night", ["office"], { permission: "orders:read", when: "request.time.getHours() > 20" }),
  ];
  assert.deepEqual(grantsOf(conditional, "holder"), [
    ["holder > office", "orders:read", 'request.ip == "10.0.0.7"'],
    ["holder > night", "orders:read", "request.time.getHours() > 20"],
  ]);
  const open = [
    ...conditional.slice(1),
    role("holder", ["office", "open"]),
    role("open", [], { permission: "orders:read" }),
  ];
  assert.deepEqual(grantsOf(open, "holder"), [["holder > open", "orders:read", undefined]]);
});

test("a thousand roles that all grant and all inherit each other's neighbours are still few paths", () => {
  const roles = Array.from({ length: 1_000 }, (_, index) =>
    role(
      `r${index}`,
      [1, 2, 3].map((step) => `r${index + step}`),
      { permission: "orders:read", when: `resource.id == "${index % 5}"` },
    ),
  );
  assert.equal(grantsOf(roles, "r0").length, 5);
});

test("a cycle of roles, which cannot be written, does not hang", () => {
  const roles = [role("a", ["b"]), role("b", ["a"], { permission: "orders:read" })];
  assert.deepEqual(grantsOf(roles, "a"), [["a > b", "orders:read", undefined]]);
});
