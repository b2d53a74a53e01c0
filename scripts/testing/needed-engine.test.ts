import assert from "node:assert/strict";
import { test } from "node:test";
import { neededEngine } from "./needed-engine.ts";

test("a file says which engine it is for, and why", () => {
  assert.equal(neededEngine("// @engine sqlite: nothing is stored.\nimport x;"), "sqlite");
  assert.equal(neededEngine("/** A story. */\n// @engine postgres: two nodes.\nimport x;"), "postgres");
});

test("a file that says nothing is for every engine", () => {
  assert.equal(neededEngine("import x;\nconst text = '// @engine sqlite: within a line';"), undefined);
});

test("an engine that does not exist, or a line without a reason, is an error rather than every engine", () => {
  for (const line of [
    "// @engine mysql: why",
    "// @engine sqlite",
    "// @engine : why",
    "// @engine sqlite too",
  ])
    assert.throws(() => neededEngine(`${line}\n`), /is not of the form/);
});
