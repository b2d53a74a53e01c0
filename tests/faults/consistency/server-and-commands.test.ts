import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "../support/random.ts";
import { runServerAndCommands } from "./server-and-commands.ts";

test("a server on SQLite knows at once what commands beside it have written", async () => {
  const report = await runServerAndCommands({
    random: createRandom(1),
    operations: 6_000,
    seconds: 7,
  });
  assert.deepEqual(report.violations, []);
  assert.ok(report.figures.writes > 1 && report.figures.checks > 0, "something was done");
});
