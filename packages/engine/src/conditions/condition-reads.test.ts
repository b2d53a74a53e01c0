import assert from "node:assert/strict";
import { test } from "node:test";
import { type ConditionReads, doesRead, readsOfSource } from "./condition-reads.ts";

const written = (reads: ConditionReads): Record<string, readonly string[] | "all"> =>
  Object.fromEntries(
    [...reads].map(([root, members]) => [root, members === "all" ? "all" : [...members].sort()]),
  );

const CASES: readonly (readonly [string, Record<string, readonly string[] | "all">])[] = [
  ["true", {}],
  ["subject.attributes.salary > 100", { subject: ["attributes"] }],
  ["subject . attributes [ 'salary' ] > 100", { subject: ["attributes"] }],
  ["has(subject.email)", { subject: ["email"] }],
  ["has(subject.attributes.salary)", { subject: ["attributes"] }],
  ["subject.name == 'ann' && subject.email == 'a@x.org'", { subject: ["email", "name"] }],
  ["client.id == 'web' || resource.type == 'orders'", { client: ["id"], resource: ["type"] }],
  ["request.context[subject.id] == 1", { request: ["context"], subject: ["id"] }],
  ["request.context.list.exists(x, x == subject.id)", { request: ["context"], subject: ["id"] }],
  ["subject.attributes.all(key, key != 'salary')", { subject: ["attributes"] }],
  ["[subject.id].map(x, {'a': client.name}).size() == 1", { subject: ["id"], client: ["name"] }],
  [
    "(request.ip == '1' ? subject.id : client.id) == 'x'",
    { request: ["ip"], subject: ["id"], client: ["id"] },
  ],
  // Words in texts, in comments and below another input are not reads.
  ["request.context.subject == 'client'", { request: ["context"] }],
  ["request.ip == 'x' // subject.attributes.salary", { request: ["ip"] }],
  ["size(subject) > 0", { subject: "all" }],
  ["subject.id == 'x' && size(subject) > 0", { subject: "all" }],
  ["size(subject) > 0 && subject.id == 'x'", { subject: "all" }],
];

for (const [source, expected] of CASES) {
  test(`the members that ${source} reads`, () => {
    assert.deepEqual(written(readsOfSource(source)), expected);
  });
}

test("a text that cannot be parsed counts as reading everything", () => {
  const reads = readsOfSource("subject.attributes.salary >");
  for (const root of ["subject", "resource", "action", "client", "request"] as const)
    assert.ok(doesRead(reads, root, "anything"), root);
});

test("an input and one of its members can be asked about", () => {
  const reads = readsOfSource("subject.name == 'ann'");
  assert.ok(doesRead(reads, "subject"));
  assert.ok(doesRead(reads, "subject", "name"));
  assert.ok(!doesRead(reads, "subject", "email"));
  assert.ok(!doesRead(reads, "client"));
});
