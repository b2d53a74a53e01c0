/**
 * `npm test`: every check there is, all of them even when one fails.
 * `npm test -- PATTERN …`: only the test files whose path contains one of the patterns.
 * `npm run test:workers`: every test that starts a server, each server with two workers. It takes patterns, too.
 */

import { parseArgs } from "node:util";
import { startTestPostgres } from "../tests/support/databases.ts";
import { ensureConsoleBuilt } from "./console/ensure-console-built.ts";
import { ensureDocsBuilt } from "./docs/ensure-docs-built.ts";
import { checkSource } from "./testing/check-source.ts";
import { ensureChromium } from "./testing/ensure-chromium.ts";
import { ensureMonitoringTools, ensureOpenapiTools, ensurePackageTools } from "./testing/ensure-tools.ts";
import { findTestFiles, type TestFiles } from "./testing/find-test-files.ts";
import { runTestGroups, type TestGroup } from "./testing/run-test-groups.ts";
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
  WORKER_UNITS,
  WORKERS_ON,
} from "./testing/test-files.ts";
import { startTestRun } from "./testing/test-run.ts";

const { values, positionals: patterns } = parseArgs({
  options: { workers: { type: "string" } },
  allowPositionals: true,
});
/** Given: every server has this many workers, and tests without a server are left out. */
const { workers } = values;
const units = workers === undefined ? UNITS : WORKER_UNITS;
const isPicked = (of: TestFiles) => patterns.length === 0 || findTestFiles(of, patterns).length > 0;
if (![units, ...Object.values(FLOWS_ON), BROWSER].some(isPicked)) {
  console.error(`No test file matches ${patterns.join(" ")}.`);
  process.exit(1);
}

const run = startTestRun();
const { stage, interrupted } = run;

if (patterns.length === 0 && workers === undefined) await checkSource(run);

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

/** A file that was picked by a pattern runs in its own process, as a long file does. */
const isLong = (() => {
  const long = new Set(findTestFiles(LONG, []));
  return (file: string) => patterns.length > 0 || long.has(file);
})();
const group = (name: string, of: TestFiles, engine: string, ofServer = workers): TestGroup => {
  const files = findTestFiles(of, patterns);
  return {
    name,
    long: files.filter(isLong),
    short: files.filter((file) => !isLong(file)),
    variables: { ...database, LICET_TEST_ENGINE: engine, LICET_TEST_WORKERS: ofServer ?? "" },
  };
};

try {
  // Downloads are outside of a test file's time limit: their time depends on the network.
  if (findTestFiles(OPENAPI_TOOLS, patterns).length > 0)
    await stage("what reads the OpenAPI document", () => ensureOpenapiTools().then(() => onePassed));
  if (workers === undefined && findTestFiles(MONITORING, patterns).length > 0)
    await stage("what reads PromQL", () => ensureMonitoringTools().then(() => onePassed));
  if (workers === undefined && findTestFiles(PACKAGES, patterns).length > 0)
    await stage("what reads the packages", () => ensurePackageTools().then(() => onePassed));
  // Built once, before parallel test files would each start a build.
  if (hasChromium) {
    await stage("the console, built", () => ensureConsoleBuilt().then(() => onePassed));
    await stage("the documentation, built", () => ensureDocsBuilt().then(() => onePassed));
  }
  const groups = [
    // These tests use both engines in turn, regardless of the caller's environment variable.
    group("units", units, ""),
    ...ENGINES.map((engine) => group(`flows on ${engine}`, FLOWS_ON[engine], engine)),
    ...(workers === undefined
      ? ENGINES.map((engine) => group(`two workers on ${engine}`, WORKERS_ON[engine], engine, "2"))
      : []),
    // Without Chromium its stage has failed with the reason; every browser test would repeat it.
    ...(hasChromium ? [group("browser", BROWSER, "")] : []),
  ].filter(({ long, short }) => long.length + short.length > 0);
  await run.together(() => runTestGroups(groups, interrupted));
} finally {
  await postgres?.stop();
}
run.finish();
