// @engine both: one has a file that is overwritten, the other rows that are put back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGINE } from "../../support/engines.ts";
import { countWorkers } from "../../support/workers/count-workers.ts";
import { runOlderState } from "./older-state.ts";

const options = { engine: ENGINE, workers: countWorkers() };

test("a server whose database is put back to an older state ends with a sentence", async () => {
  assert.deepEqual((await runOlderState(options)).violations, []);
});

test("it ends also when nothing but a revocation was lost", async () => {
  assert.deepEqual((await runOlderState({ ...options, writesRoles: false })).violations, []);
});
