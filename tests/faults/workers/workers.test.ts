import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "../support/random.ts";
import { runKilledParent } from "./killed-parent.ts";
import { runKilledWorkers } from "./killed-workers.ts";
import { runRollingWorkers } from "./rolling-workers.ts";

// Short forms on one engine each. `npm run test:faults` has both, and a worker that stands still.

test("rolling restarts by SIGHUP fail no request", async () => {
  const options = { random: createRandom(1), restarts: 1, isLight: true };
  const { violations } = await runRollingWorkers("postgres", options);
  assert.deepEqual(violations, []);
});

test("a killed worker takes nothing along, and the other one goes on", async () => {
  const { violations } = await runKilledWorkers("sqlite", { random: createRandom(1), kills: 1 });
  assert.deepEqual(violations, []);
});

test("a killed parent takes its workers along, and nobody has the file before the last one is gone", async () => {
  const { violations } = await runKilledParent("sqlite", { random: createRandom(1), kills: 1 });
  assert.deepEqual(violations, []);
});
