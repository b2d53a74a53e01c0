import assert from "node:assert/strict";
import { test } from "node:test";
import { parseParameters } from "./authorize/parameters.ts";
import { parseForm } from "./form.ts";

test("a resource that is repeated counts once: work grows with resources, not with the length of a form", () => {
  const text = `${"&resource=a".repeat(3_000)}&resource=b&resource=`;
  assert.deepEqual(parseForm(text).repeatable, ["a", "b"]);
  assert.deepEqual(parseParameters(text).resources, ["a", "b"]);
});
