/**
 * `npm test`: what every change must pass; all of it, even when a part fails.
 * `npm test -- [--engine sqlite|postgres] [--workers N] PATTERN …`: only the test files whose path contains one of the
 * patterns, in one way.
 * `npm run test:all` adds `--all`: every test file on each engine, in random order (`--seed N` repeats an order).
 */

import { parseArgs } from "node:util";
import { startTestPostgres } from "../tests/support/databases.ts";
import { ensureConsoleBuilt } from "./console/ensure-console-built.ts";
import { ensureDocsBuilt } from "./docs/ensure-docs-built.ts";
import { checkSource } from "./testing/check-source.ts";
import { ensureChromium } from "./testing/ensure-chromium.ts";
import { ensureMonitoringTools, ensureOpenapiTools, ensurePackageTools } from "./testing/ensure-tools.ts";
import { findTestFiles, type TestFiles } from "./testing/find-test-files.ts";
import { planPools } from "./testing/plan-pools.ts";
import { runTestFiles } from "./testing/run-test-files.ts";
import { onePassed } from "./testing/stage.ts";
import { keepTemporaryFilesInMemory } from "./testing/temporary-folder.ts";
import { BROWSER, BROWSER_CLIENTS, MONITORING, OPENAPI_TOOLS, PACKAGES } from "./testing/test-files.ts";
import { startTestRun } from "./testing/test-run.ts";

const { values, positionals: patterns } = parseArgs({
  options: {
    engine: { type: "string" },
    workers: { type: "string" },
    all: { type: "boolean", default: false },
    seed: { type: "string" },
  },
  allowPositionals: true,
});
const { engine, workers, all } = values;
if (engine !== undefined && engine !== "sqlite" && engine !== "postgres") {
  console.error(`--engine is ${engine}, which is neither sqlite nor postgres.`);
  process.exit(2);
}
const seed = all ? Number(values.seed ?? Date.now() % 1_000_000) : undefined;
const plan = (hasChromium: boolean, variables: Readonly<Record<string, string>>) =>
  planPools({ patterns, engine, workers, all, seed, hasChromium, variables });
if (plan(true, {}).length === 0) {
  console.error(`No test file matches ${patterns.join(" ")}.`);
  process.exit(1);
}

keepTemporaryFilesInMemory();
const run = startTestRun();
const { stage, interrupted } = run;
const isPicked = (files: TestFiles) => findTestFiles(files, patterns).length > 0;

// Steps that may ask a question come before those that take minutes.
const needsChromium = isPicked(BROWSER) || isPicked(BROWSER_CLIENTS) || (all && isPicked(PACKAGES));
const hasChromium =
  needsChromium &&
  (await stage("a Chromium to test with", () => ensureChromium(interrupted).then(() => onePassed)));

// Beside the tests: neither needs the other.
const checked = patterns.length === 0 && workers === undefined ? checkSource(run) : undefined;

let postgres: Awaited<ReturnType<typeof startTestPostgres>> | undefined;
await stage("a PostgreSQL to test with", async () => {
  postgres = await startTestPostgres();
  return onePassed;
});

try {
  // Downloads are outside of a test file's time limit: their time depends on the network.
  if (isPicked(OPENAPI_TOOLS))
    await stage("what reads the OpenAPI document", () => ensureOpenapiTools().then(() => onePassed));
  if (workers === undefined && isPicked(MONITORING))
    await stage("what reads PromQL", () => ensureMonitoringTools().then(() => onePassed));
  if (workers === undefined && all && isPicked(PACKAGES))
    await stage("what reads the packages", () => ensurePackageTools().then(() => onePassed));
  // Built once, before parallel test files would each start a build.
  if (hasChromium) {
    await stage("the console, built", () => ensureConsoleBuilt().then(() => onePassed));
    await stage("the documentation, built", () => ensureDocsBuilt().then(() => onePassed));
  }
  if (seed !== undefined) console.log(`\nThe files run in random order; --seed ${seed} repeats it.`);
  const pools = plan(hasChromium, postgres === undefined ? {} : { LICET_TEST_POSTGRES_URL: postgres.url });
  await run.together(() => runTestFiles(pools, interrupted));
  await checked;
} finally {
  await postgres?.stop();
}
run.finish();
