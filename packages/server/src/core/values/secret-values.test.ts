import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSecretValues } from "./secret-values.ts";

const [A, B] = ["a".repeat(32), "b".repeat(40)];

test("one value a line: the first is the one that seals", () => {
  assert.deepEqual(parseSecretValues(`${A}\n${B}`)?.values, [A, B]);
  assert.deepEqual(parseSecretValues(`\r\n ${A} \r\n${B}\r\n`)?.values, [A, B]);
  assert.deepEqual(parseSecretValues(`${A}\n${A}\n`)?.values, [A]);
});

test("a single value is taken as it is, whatever stands in it but a line break", () => {
  for (const secret of [`${A},${B}`, `${A} ${B}`, ` ${A} `, `${A};${B}\t|`, "ä".repeat(32)])
    assert.deepEqual(parseSecretValues(secret), { values: [secret] });
});

test("a text with a line too short for a secret is one value", () => {
  const wrapped = `${"x".repeat(64)}\n${"y".repeat(24)}`;
  assert.deepEqual(parseSecretValues(wrapped), { values: [wrapped] });
});

test("an empty line sets off values that have several lines themselves", () => {
  const wrapped = `${"x".repeat(64)}\n${"y".repeat(24)}`;
  assert.deepEqual(parseSecretValues(`${A}\n\n${wrapped}`)?.values, [A, wrapped]);
  assert.deepEqual(parseSecretValues(`${A}\r\n\r\n${B}`)?.values, [A, B]);
});

test("a value that is too short is refused, and never made longer by its neighbour across an empty line", () => {
  for (const text of ["", "\n", "short", "short\n", `${A}\n\nshort`, "x\ny"])
    assert.equal(parseSecretValues(text), undefined, JSON.stringify(text));
});
