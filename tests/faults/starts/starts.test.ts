// @engine sqlite: the data folder with its secret belongs to SQLite.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runStarts } from "./starts.ts";

test("a start that cannot succeed says what is wrong and what to do, and writes nothing", async () => {
  const { violations } = await runStarts();
  assert.deepEqual(violations, []);
});
