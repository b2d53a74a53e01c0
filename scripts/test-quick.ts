/** `npm run test:quick`: lint, types and unit tests, without PostgreSQL and without a browser. */

import { checkSource } from "./testing/check-source.ts";
import { findTestFiles, runsOn } from "./testing/find-test-files.ts";
import { orderFiles } from "./testing/order-files.ts";
import { runTestFiles } from "./testing/run-test-files.ts";
import { keepTemporaryFilesInMemory } from "./testing/temporary-folder.ts";
import { QUICK_UNITS } from "./testing/test-files.ts";
import { startTestRun } from "./testing/test-run.ts";

keepTemporaryFilesInMemory();
const run = startTestRun();
const files = findTestFiles(QUICK_UNITS, []).filter((file) => runsOn("sqlite", file, { everywhere: true }));
const pool = {
  options: ["--engine", "sqlite"],
  variables: { LICET_TEST_ENGINE: "sqlite" },
  tasks: orderFiles(files, undefined).map((file) => ({ file, stage: "units on SQLite" })),
  mostProcesses: 2,
};
await Promise.all([checkSource(run), run.together(() => runTestFiles([pool], run.interrupted))]);
run.finish();
