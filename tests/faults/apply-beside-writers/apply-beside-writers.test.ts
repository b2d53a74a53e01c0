// @engine both: a file holds the write lock of one, and a row of the other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGINE } from "../../support/engines.ts";
import { runApplyBesideWriters } from "./apply-beside-writers.ts";

test("a large file is applied beside a server that writes all the time", async () => {
  const { violations } = await runApplyBesideWriters({
    engine: ENGINE,
    users: 3_000,
    pauseMilliseconds: 10,
  });
  assert.deepEqual(violations, []);
});
