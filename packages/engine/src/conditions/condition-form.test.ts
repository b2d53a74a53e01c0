import assert from "node:assert/strict";
import { test } from "node:test";
import { compileConjuncts } from "./compile-conjuncts.ts";
import { InvalidConditionError } from "./invalid-condition-error.ts";

const formsOf = (source: string): readonly string[] =>
  compileConjuncts(source)
    .map(({ form }) => form)
    .toSorted();

const SAME: readonly (readonly [string, string])[] = [
  ["request.ip == 'x'", '(request . ip)=="x"   // a comment'],
  ["request.ip == 'x' && subject.id == 'a'", "subject.id == 'a' && request.ip == 'x'"],
  [
    "request.ip == 'x' && (subject.id == 'a' && client.id == 'b')",
    "(request.ip == 'x' && subject.id == 'a') && client.id == 'b'",
  ],
  ["request.amr.exists(x, x == 'otp')", "request.amr.exists( x , (x == 'otp') )"],
];

for (const [one, other] of SAME) {
  test(`${one} is parsed as ${other}`, () => assert.deepEqual(formsOf(one), formsOf(other)));
}

const DIFFERENT: readonly (readonly [string, string])[] = [
  ["request.ip == 'x'", "request.ip != 'x'"],
  ["request.ip == 'x'", "!(request.ip == 'x')"],
  ["request.ip == 'x'", "request.ip == 'X'"],
  ["subject.attributes.a == 1", "subject.attributes.a == 1u"],
  ["subject.attributes.a == 1", "subject.attributes.a == 1.0"],
  ["subject.attributes.a == 1", "subject.attributes.a == '1'"],
  ["subject.attributes.a == b'a'", "subject.attributes.a == b'b'"],
  ["subject.attributes.a == 0.0", "subject.attributes.a == -0.0"],
  ["subject.attributes.a == 'true'", "subject.attributes.a == true"],
  ["has(subject.attributes.a)", "subject.attributes.a"],
  ["subject.attributes.a in ['b', 'c']", "subject.attributes.a in ['b,c']"],
  ["request.amr.exists(x, x == 'otp')", "request.amr.all(x, x == 'otp')"],
  ["request.ip == 'x' || subject.id == 'a'", "request.ip == 'x' && subject.id == 'a'"],
  ["(request.ip == 'x' && true) || true", "request.ip == 'x' && (true || true)"],
];

for (const [one, other] of DIFFERENT) {
  test(`${one} is not parsed as ${other}`, () => assert.notDeepEqual(formsOf(one), formsOf(other)));
}

test("each part of a conjunction is evaluated and read by itself", () => {
  const parts = compileConjuncts("subject.id == 'a' && (request.ip == 'x' && resource.attributes.b)");
  const inputs = {
    subject: { type: "user", id: "a", attributes: {} },
    resource: { type: "orders" },
    action: { name: "read" },
    request: { time: 0, ip: "y" },
  };
  assert.deepEqual(
    parts.map(({ condition }) => [condition.reads, condition.evaluate(inputs)]),
    [
      [["subject.id"], "true"],
      [["request.ip"], "false"],
      [["resource.attributes.b"], "missing"],
    ],
  );
});

test("an invalid condition has no parts", () => {
  assert.throws(() => compileConjuncts("request.ip =="), InvalidConditionError);
  assert.throws(() => compileConjuncts("request.ip && true"), InvalidConditionError);
});
