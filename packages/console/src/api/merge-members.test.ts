import assert from "node:assert/strict";
import { test } from "node:test";
import { findDifference, mergeLists } from "./merge-lists.ts";
import { mergeMembers } from "./merge-members.ts";

const BASE = { description: "Serves", inherits: ["viewer"], grants: [{ permission: "a:read", when: "" }] };
const STOCK = { permission: "stock:count", when: "" };

test("a member that only one of two users changed is merged without a question", () => {
  const mine = { ...BASE, description: "Serves customers" };
  const theirs = { ...BASE, grants: [...BASE.grants, STOCK] };
  assert.deepEqual(mergeMembers(BASE, mine, theirs), {
    merged: { ...BASE, description: "Serves customers", grants: [...BASE.grants, STOCK] },
    conflicts: [],
  });
});

test("a member that both changed is a conflict, unless both wrote the same", () => {
  const mine = { ...BASE, description: "Mine", inherits: [] };
  const theirs = { ...BASE, description: "Theirs", inherits: [] };
  assert.deepEqual(mergeMembers(BASE, mine, theirs).conflicts, [
    { member: "description", base: "Serves", mine: "Mine", theirs: "Theirs" },
  ]);
});

test("a member that one of two users removed is a change like any other", () => {
  const base: { readonly name?: string; readonly serves: readonly string[] } = { name: "Shop", serves: [] };
  const { merged, conflicts } = mergeMembers(base, { ...base, serves: ["orders"] }, { serves: [] });
  assert.deepEqual([merged.name, merged.serves, conflicts], [undefined, ["orders"], []]);
});

test("two lists that differ from their base at different items become one", () => {
  const ours = [{ permission: "a:read", when: "true" }];
  assert.deepEqual(mergeLists(BASE.grants, ours, [...BASE.grants, STOCK]), [STOCK, ...ours]);
  assert.deepEqual(mergeLists(["a", "b"], ["a"], ["a", "b", "c"]), ["a", "c"]);
});

test("two lists that differ at the same item are not merged", () => {
  const [ours, theirs] = [
    { permission: "a:read", when: "x" },
    { permission: "a:read", when: "y" },
  ];
  assert.equal(mergeLists(BASE.grants, [ours], [theirs]), undefined);
});

test("an item that both added or removed is added or removed once", () => {
  assert.deepEqual(mergeLists(["a", "b"], ["b", "c"], ["b", "c", "d"]), ["b", "c", "d"]);
});

test("a changed item is one removed and one added", () => {
  assert.deepEqual(findDifference(["a", "b"], ["a", "c"]), { added: ["c"], removed: ["b"] });
});
