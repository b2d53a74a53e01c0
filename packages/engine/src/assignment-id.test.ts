import assert from "node:assert/strict";
import { test } from "node:test";
import { assignmentId } from "./assignment-id.ts";

test("the same assignment has the same id, whatever the order of its keys and whenever it ends", () => {
  const id = assignmentId({ principal: "user:usr_1", role: "clerk", at: "orders/42" });
  assert.match(id, /^asg_[0-9a-v]{24}$/);
  assert.equal(assignmentId({ at: "orders/42", role: "clerk", principal: "user:usr_1" }), id);
  const ending = { principal: "user:usr_1", role: "clerk", at: "orders/42", expiresAt: 1 } as const;
  assert.equal(assignmentId(ending), id);
});

test("assignments that differ in any one part have different ids", () => {
  const ids = [
    assignmentId({ principal: "user:usr_1", role: "clerk" }),
    assignmentId({ principal: "user:usr_2", role: "clerk" }),
    assignmentId({ principal: "user:usr_1", permission: "clerk" }),
    assignmentId({ principal: "user:usr_1", role: "clerk", at: "orders/42" }),
    assignmentId({ principal: "user:usr_1", role: "clerk", when: "orders/42" }),
  ];
  assert.equal(new Set(ids).size, ids.length);
});
