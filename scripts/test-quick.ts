/** `npm run test:quick`: lint, types and unit tests, without PostgreSQL and without a browser. */

import { checkSource } from "./testing/check-source.ts";
import { findTestFiles } from "./testing/find-test-files.ts";
import { runTestGroups } from "./testing/run-test-groups.ts";
import { QUICK_UNITS } from "./testing/test-files.ts";
import { startTestRun } from "./testing/test-run.ts";

const run = startTestRun();
await checkSource(run);
await run.together(() => {
  const variables = { LICET_TEST_ENGINE: "sqlite" };
  const short = findTestFiles(QUICK_UNITS, []);
  return runTestGroups([{ name: "units on SQLite", long: [], short, variables }], run.interrupted);
});
run.finish();
