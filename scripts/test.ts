/**
 * `npm test`: every check there is, one after the other, all of them even when one fails.
 * `npm test -- PATTERN …`: only the test files whose path contains one of the patterns.
 */

import { startTestPostgres } from "../tests/support/databases.ts";
import { ensureConsoleBuilt } from "./console/ensure-built.ts";
import { batchFiles } from "./testing/batch-files.ts";
import { checkSource } from "./testing/check-source.ts";
import { ensureChromium } from "./testing/ensure-chromium.ts";
import { ensureMonitoringTools, ensureOpenapiTools, ensurePackageTools } from "./testing/ensure-tools.ts";
import { findTestFiles, type TestFiles } from "./testing/find-test-files.ts";
import { runTestFiles } from "./testing/run-test-files.ts";
import { onePassed } from "./testing/stage.ts";
import {
  BROWSER,
  ENGINES,
  FLOWS_ON,
  LONG,
  MONITORING,
  OPENAPI_TOOLS,
  PACKAGES,
  UNITS,
} from "./testing/test-files.ts";
import { startTestRun } from "./testing/test-run.ts";

const patterns = process.argv.slice(2);
const isPicked = (of: TestFiles) => patterns.length === 0 || findTestFiles(of, patterns).length > 0;
if (![UNITS, ...Object.values(FLOWS_ON), BROWSER].some(isPicked)) {
  console.error(`No test file matches ${patterns.join(" ")}.`);
  process.exit(1);
}

const run = startTestRun();
const { stage, interrupted } = run;
const testStage = async (
  name: string,
  of: TestFiles,
  variables: Readonly<Record<string, string>>,
  arrange: (files: readonly string[]) => readonly string[] = (files) => files,
) => {
  if (!isPicked(of)) return;
  await stage(name, async () => runTestFiles(arrange(findTestFiles(of, patterns)), variables, interrupted));
};
/** Long files run first and the others share processes; files picked by a pattern run one by one. */
const longAndBatched = (files: readonly string[]) => {
  if (patterns.length > 0) return files;
  const long = new Set(findTestFiles(LONG, []));
  const isLong = (file: string) => long.has(file);
  return [...files.filter(isLong), ...batchFiles(files.filter((file) => !isLong(file)))];
};

if (patterns.length === 0) await checkSource(run);

// Steps that may ask a question come before those that take minutes.
const hasChromium =
  isPicked(BROWSER) &&
  (await stage("a Chromium to test with", () => ensureChromium(interrupted).then(() => onePassed)));

let postgres: Awaited<ReturnType<typeof startTestPostgres>> | undefined;
await stage("a PostgreSQL to test with", async () => {
  postgres = await startTestPostgres();
  return onePassed;
});
const database: Record<string, string> =
  postgres === undefined ? {} : { LICET_TEST_POSTGRES_URL: postgres.url };

try {
  // Downloads are outside of a test file's time limit: their time depends on the network.
  if (findTestFiles(OPENAPI_TOOLS, patterns).length > 0)
    await stage("what reads the OpenAPI document", () => ensureOpenapiTools().then(() => onePassed));
  if (findTestFiles(MONITORING, patterns).length > 0)
    await stage("what reads PromQL", () => ensureMonitoringTools().then(() => onePassed));
  if (findTestFiles(PACKAGES, patterns).length > 0)
    await stage("what reads the packages", () => ensurePackageTools().then(() => onePassed));
  // These tests use both engines in turn, regardless of the caller's environment variable.
  const bothEngines = { ...database, LICET_TEST_ENGINE: "" };
  await testStage("units", UNITS, bothEngines, longAndBatched);
  for (const engine of ENGINES) {
    const variables = { ...database, LICET_TEST_ENGINE: engine };
    await testStage(`flows on ${engine}`, FLOWS_ON[engine], variables, longAndBatched);
  }
  // Without Chromium its stage has failed with the reason; every browser test would repeat it.
  if (hasChromium) {
    // The console is built once, before parallel test files would each start a build.
    await stage("the console, built", () => ensureConsoleBuilt().then(() => onePassed));
    await testStage("browser", BROWSER, database);
  }
} finally {
  await postgres?.stop();
}
run.finish();
