/**
 * `npm test`: every check there is, one after the other, all of them even when one fails.
 * `npm test -- PATTERN …`: only the test files whose path contains one of the patterns.
 */

import { startTestPostgres } from "../tests/support/databases.ts";
import { ensureConsoleBuilt } from "./console/ensure-built.ts";
import { bunchFiles } from "./testing/bunch-files.ts";
import { ensureChromium } from "./testing/ensure-chromium.ts";
import { ensureOpenapiTools } from "./testing/ensure-openapi-tools.ts";
import { findTestFiles, type TestFiles } from "./testing/find-test-files.ts";
import { runCommand } from "./testing/run-command.ts";
import { runTestFiles } from "./testing/run-test-files.ts";
import { type Counts, onePassed, runStage, type StageResult, summarise } from "./testing/stage.ts";

const ENGINES = ["sqlite", "postgres"] as const;
const FLOWS: TestFiles = { globs: ["tests/flows/**/*.test.ts", "tests/security/**/*.test.ts"] };
/** What these try ends before anything is stored, or at values that every engine stores alike: one engine is enough. */
const ABOVE_STORAGE = [
  ...["edges", "limits", "forgery", "token-endpoint", "authorization-endpoint", "pkce"].map(
    (folder) => `${folder}/**/*`,
  ),
  ...["bodies", "bounded-work", "exact-names", "hostile-conditions", "members-of-bodies", "role-lattice"].map(
    (file) => `api/${file}`,
  ),
  ...["secrets-shown-once", "unknown-in-checks", "who-may-call", "escalation/*"].map((file) => `api/${file}`),
].map((path) => `tests/security/${path}.test.ts`);
const FLOWS_ON: Readonly<Record<(typeof ENGINES)[number], TestFiles>> = {
  sqlite: FLOWS,
  postgres: { ...FLOWS, except: ABOVE_STORAGE },
};
/** Each takes a minute or more: these begin first, each in a process of its own. */
const LONG: TestFiles = {
  globs: [
    "packages/server/src/storage/contract/*.test.ts",
    "tests/properties/*.test.ts",
    "tests/faults/*.test.ts",
    "tests/security/api/bounded-work.test.ts",
    "tests/security/api/escalation/*.test.ts",
  ],
};
const OPENAPI_TOOLS: TestFiles = { globs: ["tests/openapi/tools.test.ts"] };
const BROWSER: TestFiles = { globs: ["tests/browser/**/*.test.ts"] };
/** Whatever no other stage claims, so that no test file is ever left out. */
const UNITS: TestFiles = {
  globs: ["packages/**/*.test.ts", "tests/**/*.test.ts"],
  except: [...FLOWS.globs, ...BROWSER.globs],
};

const patterns = process.argv.slice(2);
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());

const results: StageResult[] = [];
const stage = async (name: string, work: () => Promise<Counts>) => {
  if (!interrupted.signal.aborted) results.push(await runStage(name, work));
};
const testStage = async (
  name: string,
  of: TestFiles,
  variables: Readonly<Record<string, string>>,
  arrange: (files: readonly string[]) => readonly string[] = (files) => files,
) => {
  if (patterns.length > 0 && findTestFiles(of, patterns).length === 0) return;
  await stage(name, async () =>
    runTestFiles(arrange(findTestFiles(of, patterns)), variables, interrupted.signal),
  );
};
/** The long ones first, the others several to a process; whoever picks some by a pattern sees each by itself. */
const longAndBunched = (files: readonly string[]) => {
  if (patterns.length > 0) return files;
  const long = new Set(findTestFiles(LONG, []));
  const isLong = (file: string) => long.has(file);
  return [...files.filter(isLong), ...bunchFiles(files.filter((file) => !isLong(file)))];
};

if (patterns.length > 0 && [UNITS, FLOWS, BROWSER].every((of) => findTestFiles(of, patterns).length === 0)) {
  console.error(`No test file matches ${patterns.join(" ")}.`);
  process.exit(1);
}

if (patterns.length === 0) {
  await stage("lint and format", () => runCommand("biome", "check", "."));
  await stage("types", () => runCommand("tsc", "--noEmit"));
  await stage("types of the console", () => runCommand("tsc", "--noEmit", "-p", "packages/console"));
}

let postgres: Awaited<ReturnType<typeof startTestPostgres>> | undefined;
await stage("a PostgreSQL to test with", async () => {
  postgres = await startTestPostgres();
  return onePassed;
});
const database: Record<string, string> =
  postgres === undefined ? {} : { LICET_TEST_POSTGRES_URL: postgres.url };

try {
  // Not within the time that a test file has: it may take as long as the network wants.
  if (findTestFiles(OPENAPI_TOOLS, patterns).length > 0)
    await stage("what reads the OpenAPI document", () => ensureOpenapiTools().then(() => onePassed));
  await testStage("units", UNITS, database, longAndBunched);
  for (const engine of ENGINES) {
    const variables = { ...database, LICET_TEST_ENGINE: engine };
    await testStage(`flows on ${engine}`, FLOWS_ON[engine], variables, longAndBunched);
  }
  // Once, before files that run side by side would each begin to.
  if (findTestFiles(BROWSER, patterns).length > 0) {
    await stage("the console, built", () => ensureConsoleBuilt().then(() => onePassed));
    await stage("a Chromium to test with", () => ensureChromium().then(() => onePassed));
  }
  await testStage("browser", BROWSER, database);
} finally {
  await postgres?.stop();
}

console.log(summarise(results));
const passed = !interrupted.signal.aborted && results.every(({ failed }) => failed === 0);
// Not exitCode: a handle that somebody left open must not keep a finished run from ending.
process.exit(passed ? 0 : 1);
