import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAskedQuestion } from "@licet/engine/internal/question/parse-asked-question.ts";
import { parsePlainQuestion } from "@licet/engine/internal/question/parse-plain-question.ts";
import fc from "fast-check";
import { partialQuestion, question } from "./check-question.ts";

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

/** Contexts and objects that the schema takes, and such as it nearly takes. */
const short = fc.constantFrom("", "a", "usr_1", "a\n", "x".repeat(300), "x".repeat(301));
const time = fc.constantFrom<unknown>(
  0,
  1.5,
  -1,
  1e15,
  "2027-01-01T00:00:00Z",
  "2027-01-01",
  "later",
  null,
  true,
);
const nested = fc.constantFrom(1, 5, 6, 7, 8, 9).map((levels) => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
});
const free = fc.oneof(nested, fc.constant({ a: [1] }), fc.constant([]), fc.constant(null), fc.constant("x"));
const some = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });
const reference = fc.oneof(
  text,
  some({ type: fc.constantFrom("user", "group", "orders", "users", 1), id: short, attributes: free }),
  some({ type: fc.constantFrom("user", "orders"), id: short, name: short }),
  fc.record({ type: fc.constantFrom("user", "orders"), id: fc.constant("1"), attributes: free }),
);
const client = fc.oneof(
  fc.constant({ id: "a" }),
  some({ id: short, application: short, type: short, name: short, other: short }),
  fc.constant("a"),
);
const context = fc.oneof(
  some({
    ip: short,
    time,
    grant_type: fc.oneof(short, fc.constant(1)),
    acr: short,
    amr: fc.oneof(fc.array(short, { maxLength: 3 }), fc.constant(Array(101).fill("a")), short),
    auth_time: time,
    client,
    other: free,
  }),
  some({ ip: fc.constant("10.0.0.1"), amr: fc.constant(["pwd"]), client, nested }),
  free,
);
const questions = fc.oneof(
  { weight: 3, arbitrary: some({ subject: reference, permission: short, resource: reference, context }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(some({ resource: reference, context }), reference)
      .map(([rest, subject]) => ({ subject, permission: "orders:read", ...rest })),
  },
  {
    weight: 3,
    arbitrary: context.map((given) => ({ subject: "user:alice", permission: "orders:read", context: given })),
  },
  { weight: 1, arbitrary: bodies.map((json) => JSON.parse(json)) },
);

test("the parser of local checks takes the questions that the schema takes, as the schema reads them", () => {
  const seen = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(questions, (given) => {
      const body = JSON.parse(JSON.stringify(given));
      const bySchema = question.safeParse(body);
      const parsed = parseAskedQuestion(body);
      seen[bySchema.success ? "taken" : "refused"] += 1;
      assert.deepEqual(parsed, bySchema.data, JSON.stringify(body));
    }),
    { numRuns: 5_000 },
  );
  assert.ok(seen.taken > 300 && seen.refused > 300, JSON.stringify(seen));
});
