// @engine sqlite: commands work beside its server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runApplyBeside } from "./apply-beside.ts";

test("reads do not wait for a large file that is applied beside the server", async () => {
  const { violations, figure } = await runApplyBeside(1_000);
  assert.deepEqual(violations, [], figure);
});
