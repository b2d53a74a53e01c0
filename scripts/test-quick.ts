/** `npm run test:quick`: lint, types and unit tests, without PostgreSQL and without a browser. */

import { batchFiles } from "./testing/batch-files.ts";
import { checkSource } from "./testing/check-source.ts";
import { findTestFiles } from "./testing/find-test-files.ts";
import { runTestFiles } from "./testing/run-test-files.ts";
import { QUICK_UNITS } from "./testing/test-files.ts";
import { startTestRun } from "./testing/test-run.ts";

const run = startTestRun();
await checkSource(run);
await run.stage("units on SQLite", async () =>
  runTestFiles(batchFiles(findTestFiles(QUICK_UNITS, [])), { LICET_TEST_ENGINE: "sqlite" }, run.interrupted),
);
run.finish();
