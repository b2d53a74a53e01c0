/**
 * `npm run test:deploy`: the files of deploy/, read by the tools of their kind and run as far as that needs no container
 * engine and no cluster. Not a part of `npm test`: it needs packages of Debian, root and some minutes.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureDeployTools } from "../../scripts/testing/ensure-tools.ts";
import type { Check } from "./check.ts";
import { CHECKS } from "./checks.ts";
import { packLicet } from "./support/pack-licet.ts";
import { findMissing } from "./support/programs.ts";

const USAGE = `npm run test:deploy -- [options] [names]
  --package FILE   a packed licet, instead of the one that npm run build makes
  --list           the names of all checks
  --help           this text`;

// Leaves through the exit handlers, which remove servers that were started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const options = readOptionsOrExit();
const missing = options.checks.flatMap(findMissingParts);
if (missing.length > 0) {
  for (const sentence of new Set(missing)) console.error(sentence);
  process.exit(1);
}
const tools = await ensureDeployTools();
const folder = mkdtempSync(join(tmpdir(), "licet-deploy-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
let packed = options.package === undefined ? undefined : Promise.resolve(resolve(options.package));
const findPackage = () => {
  packed ??= packLicet(folder);
  return packed;
};

const failed: string[] = [];
for (const [index, check] of options.checks.entries()) {
  console.log(`\n── ${index + 1} of ${options.checks.length}: ${check.name}: ${check.title}`);
  if (!(await holds(check))) failed.push(check.name);
}
console.log(failed.length === 0 ? "\nAll of them hold." : `\nFailed: ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);

async function holds({ name, run }: Check): Promise<boolean> {
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
  try {
    await run({
      folder: mkdtempSync(join(folder, `${name}-`)),
      tools,
      findPackage,
      report: (line) => console.log(`   ${line}`),
    });
    console.log(`✔ ${name} (${seconds()} s)`);
    return true;
  } catch (error) {
    console.error(error);
    console.log(`✖ ${name} (${seconds()} s)`);
    return false;
  }
}

function findMissingParts({ name, programs, needsRoot = false }: Check): readonly string[] {
  const missing = findMissing(programs).map(
    (program) =>
      `${name} needs the program ${program.name}: apt-get install --no-install-recommends ${program.package}`,
  );
  const isRoot = process.getuid?.() === 0;
  return needsRoot && !isRoot
    ? [...missing, `${name} mounts and changes the root directory: run it as root`]
    : missing;
}

function readOptionsOrExit() {
  try {
    return readOptions();
  } catch (error) {
    // Node's option parser also throws a TypeError.
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      package: { type: "string" },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  if (values.list) {
    for (const { name, title } of CHECKS) console.log(`${name.padEnd(14)} ${title}`);
    process.exit(0);
  }
  const unknown = positionals.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) throw new TypeError(`there is no check ${unknown.join(", ")}\n${USAGE}`);
  const checks = CHECKS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return { checks, package: values.package };
}
