import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "../support/random.ts";
import { runCrashes } from "./crashes.ts";

for (const engine of ["sqlite", "postgres"] as const) {
  test(`kill -9 loses no acknowledged commit on ${engine}, and leaves none half done`, async () => {
    const report = await runCrashes(engine, { random: createRandom(1), operations: 3_000, seconds: 5 });
    assert.deepEqual(report.violations, []);
    assert.ok(report.figures.writes > 1, "something was done");
    assert.ok(report.figures.lost > 0, "and something was killed in the middle of it");
  });
}
