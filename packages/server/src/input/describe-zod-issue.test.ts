import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { PARSE_OPTIONS } from "./describe-zod-issue.ts";

const SECRET = "lsk_a-value-that-may-be-secret";
const either = z.union([z.string(), z.object({ id: z.string() })]);

/** One case for each kind of issue and for each form of its message. */
const CASES: readonly (readonly [schema: z.ZodType, input: unknown, words: string])[] = [
  [z.object({ a: z.string() }), {}, "is missing"],
  [z.object({ a: z.enum(["x", "y"]) }), {}, "is missing"],
  [z.object({ a: either }), {}, "is missing"],
  [z.string(), 42, "expected a text, not a number; put it in quotes"],
  [z.string(), null, "expected a text, not nothing"],
  [z.number(), SECRET, "expected a number, not a text"],
  [z.number(), Number.NaN, "expected a number, not something that is no number"],
  [z.coerce.number(), "x", "expected a number, not something that is no number"],
  [z.int(), 1.5, "expected a whole number, not a fraction"],
  [z.boolean(), [], "expected true or false, not a list"],
  [z.array(z.string()), {}, "expected a list, not a map"],
  [z.object({}), [], "expected a map, not a list"],
  [z.record(z.string(), z.string()), true, "expected a map, not true or false"],
  [z.date(), SECRET, "expected something else, not a text"],
  [z.enum(["read", "write"]), "reads", 'expected one of read, write; did you mean "read"?'],
  [z.enum(["read", "write"]), SECRET, "expected one of read, write"],
  [z.literal(true), "yes", "expected true"],
  [either, 42, "expected a text or a map, not a number"],
  [either, { id: 42 }, "has none of the forms that it may have"],
  [
    z.discriminatedUnion("t", [z.object({ t: z.literal("a") })]),
    { t: SECRET },
    "has none of the forms that it may have",
  ],
  [z.string().min(1), "", "must not be empty"],
  [z.string().min(8), "short", "needs at least 8 characters"],
  [z.string().length(3), "ab", "needs exactly 3 characters"],
  [z.string().max(3), SECRET, "may have at most 3 characters"],
  [z.string().max(1), SECRET, "may have at most 1 character"],
  [z.string().length(3), SECRET, "needs exactly 3 characters"],
  [z.array(z.string()).min(1), [], "must not be empty"],
  [z.array(z.string()).min(2), [], "needs at least 2 entries"],
  [z.array(z.string()).max(1), ["a", "b"], "may have at most 1 entry"],
  [z.int().min(1), 0, "must be at least 1"],
  [z.int().max(9), 10, "must be at most 9"],
  [z.number().gt(0), 0, "must be more than 0"],
  [z.number().lt(9), 9, "must be less than 9"],
  [z.number().multipleOf(5), 3, "expected a number that 5 divides"],
  [z.iso.datetime(), SECRET, "expected a date and time with its zone, such as 2027-01-01T00:00:00Z"],
  [z.base64(), "%", "expected base64"],
  [z.string().regex(/^x$/), SECRET, "expected a text of another form"],
  [z.strictObject({}), { [SECRET]: 1 }, "unknown member"],
  [z.record(z.string().max(3), z.unknown()), { [SECRET]: 1 }, "may have at most 3 characters"],
  [z.map(z.string(), z.string()), new Map([[{}, "x"]]), "expected a text, not a map"],
  [z.string().refine(() => false), SECRET, "is not valid"],
  [z.string().refine(() => false, "needs something to see"), SECRET, "needs something to see"],
];

describe("what is wrong with the input is said in our own words", () => {
  for (const [index, [schema, input, words]] of CASES.entries()) {
    test(`${index + 1}: ${words}`, () => {
      const result = schema.safeParse(input, PARSE_OPTIONS);
      assert.deepEqual(
        result.error?.issues.map(({ message }) => message),
        [words],
      );
      assert.ok(!words.includes(SECRET));
    });
  }
});

test("every call of safeParse uses these messages", () => {
  const source = fileURLToPath(new URL("../../", import.meta.url));
  const calls = globSync("**/*.ts", { cwd: source })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) =>
      [...readFileSync(source + file, "utf8").matchAll(/\.safeParse\([^;]*/g)].map(([call]) => ({
        file,
        call,
      })),
    );
  assert.ok(calls.length >= 6);
  assert.deepEqual(
    calls.filter(({ call }) => !call.includes("PARSE_OPTIONS")),
    [],
  );
});
