import assert from "node:assert/strict";
import { test } from "node:test";
import { namedEngine } from "./named-engine.ts";

test("a file names its engine and the reason", () => {
  assert.equal(namedEngine("// @engine sqlite: nothing is stored.\nimport x;"), "sqlite");
  assert.equal(namedEngine("// @engine both: two nodes race.\nimport x;"), "both");
  assert.equal(namedEngine("/** A story. */\n// @engine postgres: two nodes.\nimport x;"), "postgres");
});

test("a file without the line names none", () => {
  assert.equal(namedEngine("import x;\nconst text = '// @engine sqlite: within a line';"), undefined);
});

test("an engine that does not exist, or a line without a reason, is an error", () => {
  for (const line of [
    "// @engine mysql: why",
    "// @engine sqlite",
    "// @engine : why",
    "// @engine sqlite too",
  ])
    assert.throws(() => namedEngine(`${line}\n`), /is not of the form/);
});
