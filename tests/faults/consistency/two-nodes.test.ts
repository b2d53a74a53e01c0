import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "../support/random.ts";
import { runTwoNodes } from "./two-nodes.ts";

test("two nodes on PostgreSQL never answer older than asked for, nor more than two seconds late, whatever breaks", async () => {
  const report = await runTwoNodes({ random: createRandom(1), operations: 6_000, seconds: 7 });
  assert.deepEqual(report.violations, []);
  assert.ok(report.figures.writes > 1 && report.figures.checks > 0, "something was done");
  assert.ok((report.faults.get("connections that listen ended") ?? 0) > 0, "and something broke");
});
