// @engine sqlite: commands work beside its server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runApplyBeside } from "./apply-beside.ts";

/** The machine may be busy with other tests; `npm run test:faults` has the real bar. */
const MOST_FOR_A_READ_MILLISECONDS = 3_000;

test("reads do not wait for a large file that is applied beside the server", async () => {
  const { violations, figure } = await runApplyBeside(1_000, {}, MOST_FOR_A_READ_MILLISECONDS);
  assert.deepEqual(violations, [], figure);
});
