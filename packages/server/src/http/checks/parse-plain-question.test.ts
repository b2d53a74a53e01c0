import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { partialQuestion } from "./check-question.ts";
import { parsePlainQuestion } from "./parse-plain-question.ts";

/** Texts as callers write them, and such as nearly look like that. */
const text = fc.oneof(
  fc.constantFrom(
    "user:alice",
    "group:a b",
    "application:x:y",
    "access_account:ak_1",
    "orders/42",
    "orders:read",
  ),
  fc.constantFrom(
    "",
    ":",
    "/",
    "user:",
    ":alice",
    "orders/",
    "/42",
    "users:a",
    "User:a",
    "a/b/c",
    "user:a/b",
  ),
  fc.constantFrom("user:a\n", "orders/\u0000", "user:\ud800", "orders/\u009f", "user:é", "orders/数"),
  fc.integer({ min: 292, max: 303 }).map((length) => `user:${"x".repeat(length - 5)}`),
  fc.integer({ min: 292, max: 303 }).map((length) => `orders/${"x".repeat(length - 7)}`),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const member = fc.constantFrom("subject", "permission", "resource", "context", "at_least", "__proto__", "x");
const value = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("user", "orders"), id: text }) },
);
const bodies = fc.oneof(
  { weight: 9, arbitrary: fc.array(fc.tuple(member, value), { maxLength: 4 }).map(writeObject) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((body) => JSON.stringify(body)) },
);

/** By hand, since an object has no member of its own called `__proto__`. */
function writeObject(members: readonly (readonly [string, unknown])[]): string {
  return `{${members.map(([name, given]) => `${JSON.stringify(name)}:${JSON.stringify(given)}`).join(",")}}`;
}

test("the fast parser reads a body as the schema does, and none that the schema refuses", () => {
  const seen = { plain: 0, refused: 0 };
  fc.assert(
    fc.property(bodies, (json) => {
      const body = JSON.parse(json);
      const plain = parsePlainQuestion(body);
      const bySchema = partialQuestion.safeParse(body);
      if (!bySchema.success) seen.refused += 1;
      if (plain === undefined) return;
      seen.plain += 1;
      assert.ok(bySchema.success, json);
      assert.deepEqual(plain, bySchema.data, json);
    }),
    { numRuns: 5_000 },
  );
  assert.ok(seen.plain > 300 && seen.refused > 300, JSON.stringify(seen));
});

test("the bodies of nearly all callers are parsed without the schema", () => {
  for (const body of [
    { subject: "user:alice", permission: "orders:read" },
    { subject: "application:reports", permission: "orders:read", resource: "orders/42" },
    { permission: "orders:read" },
  ])
    assert.deepEqual(parsePlainQuestion(body), partialQuestion.parse(body));
});
