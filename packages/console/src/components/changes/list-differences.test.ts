import assert from "node:assert/strict";
import { test } from "node:test";
import { type Changes, isEqual, listDifferences } from "./list-differences.ts";
import { changeTexts } from "./texts.ts";

test("a changed text, a set and a removed one, and a switch are told each in its way", () => {
  assert.deepEqual(
    listDifferences({
      description: { before: "a", after: "b" },
      email: { after: "a@example.test" },
      name: { before: "Alice" },
      enabled: { before: true, after: false },
      require_pkce: { before: false, after: true },
      password: { changed: true },
    }),
    [
      { member: "description", how: "changed", before: "a", after: "b" },
      { member: "email", how: "set", after: "a@example.test" },
      { member: "name", how: "cleared", before: "Alice" },
      { member: "enabled", how: "off" },
      { member: "require_pkce", how: "on" },
      { member: "password", how: "replaced" },
    ],
  );
});

test("a list is told by what was added and removed, also a grant that got a condition", () => {
  const [read, write] = [{ permission: "orders:read" }, { permission: "orders:write" }];
  const limited = { ...write, when: "request.ip == '::1'" };
  assert.deepEqual(listDifferences({ grants: { before: [read, write], after: [limited, read] } }), [
    { member: "grants", how: "added", item: limited },
    { member: "grants", how: "removed", item: write },
  ]);
  assert.deepEqual(listDifferences({ grants: { before: [read, write], after: [write, read] } }), [
    { member: "grants", how: "replaced" },
  ]);
  assert.deepEqual(listDifferences({ ceiling: { after: ["orders:read"] } }), [
    { member: "ceiling", how: "added", item: "orders:read" },
  ]);
});

test("an object is told by its keys, an action by its name", () => {
  const changes: Changes = {
    attributes: { before: { a: 1, b: { c: true } }, after: { a: 2, b: { c: false }, d: [] } },
    actions: {
      before: { read: { description: { en: "See" } }, write: { description: { en: "Change" } } },
      after: { read: { description: { en: "Look" } }, send: { description: { en: "Send" } } },
    },
    description: { before: { en: "A" }, after: { en: "A", zh: "甲" } },
  };
  assert.deepEqual(listDifferences(changes), [
    { member: "attributes", key: "a", how: "changed", before: 1, after: 2 },
    { member: "attributes", key: "b.c", how: "changed", before: true, after: false },
    { member: "attributes", key: "d", how: "set", after: [] },
    { member: "actions", key: "read.description.en", how: "changed", before: "See", after: "Look" },
    { member: "actions", how: "removed", item: "write" },
    { member: "actions", how: "added", item: "send" },
    { member: "description", key: "zh", how: "set", after: "甲" },
  ]);
});

test("a value that is not in the event, and a set of keys, are told as replaced", () => {
  assert.deepEqual(listDifferences({ attributes: { before: {}, after_length: 20_000 } }), [
    { member: "attributes", how: "replaced" },
  ]);
  assert.deepEqual(listDifferences({ jwks: { before: { keys: [] }, after: { keys: [{}] } } }), [
    { member: "jwks", how: "replaced" },
  ]);
});

test("both languages have the same parts in each sentence", () => {
  const partsIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const part of ["lead", "more"] as const)
    for (const [how, text] of Object.entries(changeTexts.en[part]))
      assert.deepEqual(partsIn(changeTexts.zh[part][how as "changed"]), partsIn(text), `${part} ${how}`);
});

test("the order of an object's members has no meaning, the order of a list has", () => {
  assert.ok(isEqual({ a: [1, { b: 2, c: 3 }] }, { a: [1, { c: 3, b: 2 }] }));
  assert.ok(!isEqual([1, 2], [2, 1]));
  assert.ok(!isEqual({ a: undefined }, { b: undefined }));
});
