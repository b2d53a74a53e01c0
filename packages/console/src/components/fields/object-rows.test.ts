import assert from "node:assert/strict";
import { test } from "node:test";
import { newRow, parseObject, parseRows, rowsOf } from "./object-rows.ts";

test("an object comes back from its rows with every kind of value as it was", () => {
  const object = { name: "42", count: 42, closed: false, tags: ["a"], nothing: null, deep: { a: [1] } };
  assert.deepEqual(parseRows(rowsOf(object)), { value: object });
});

test("a row with nothing typed is none; one with a value and no name is said to lack it", () => {
  assert.deepEqual(parseRows([newRow(), newRow("a", "text", "")]), { value: { a: "" } });
  assert.deepEqual(parseRows([newRow("", "text", "x")]), { issue: "noName" });
});

test("what cannot be read is named, and a name can be there once", () => {
  assert.deepEqual(parseRows([newRow("a", "number", "twelve")]), { issue: "noNumber", name: "a" });
  assert.deepEqual(parseRows([newRow("a", "number", " ")]), { issue: "noNumber", name: "a" });
  assert.deepEqual(parseRows([newRow("a", "json", "[1,")]), { issue: "noJson", name: "a" });
  assert.deepEqual(parseRows([newRow("a"), newRow("a", "number", "1")]), { issue: "twice", name: "a" });
});

test("names that JavaScript gives a meaning to are plain names", () => {
  const read = parseRows([newRow("__proto__", "json", '{"a":1}')]);
  assert.ok("value" in read);
  assert.deepEqual(Object.entries(read.value), [["__proto__", { a: 1 }]]);
});

test("a JSON text is an object or nothing", () => {
  assert.deepEqual(parseObject('{ "a": 1 }'), { a: 1 });
  assert.deepEqual(parseObject("  "), {});
  for (const text of ["[]", "null", "3", "{", '"a"']) assert.equal(parseObject(text), undefined, text);
});
