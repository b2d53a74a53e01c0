import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.ts";

/** The folder belongs to this run: another run may be active at the same time. */
const FOLDER = join(root, `node_modules/.cache/licet-tests/processes-${process.pid}`);
/** A process has files enough to share its start-up cost, and few enough that the last processes end together. */
const FILES_IN_A_PROCESS = 10;
const FILE_TIMEOUT_MILLISECONDS = 180_000;
const LONG_FILE_TIMEOUT_MILLISECONDS = 390_000;

/** Files that run with the same environment variables, which are set before a file is loaded. */
export interface FilesToRun {
  readonly long: readonly string[];
  readonly short: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** The programs to run: one for each long file, and one for several short files. */
export interface Processes {
  readonly long: readonly string[];
  readonly short: readonly string[];
}

let written = 0;
process.once("exit", () => rmSync(FOLDER, { recursive: true, force: true }));

/**
 * Writes programs that each run one long test file, or several short ones in sequence: half of the cost of a small file
 * is loading and warming up the server. Each test file is a suite, so that it has its own hooks.
 */
export function writeProcesses({ long, short, variables }: FilesToRun): Processes {
  mkdirSync(FOLDER, { recursive: true });
  const write = (files: readonly string[], timeout: number) => {
    written += 1;
    const path = join(FOLDER, `${written}.test.mjs`);
    writeFileSync(path, writeProgram(files, variables, timeout));
    return path;
  };
  // Files are distributed in turn: neighbours are alike, and a process of long neighbours would end last.
  const count = Math.ceil(short.length / FILES_IN_A_PROCESS);
  const shared = Map.groupBy(short, (_file, index) => index % count);
  return {
    long: long.map((file) => write([file], LONG_FILE_TIMEOUT_MILLISECONDS)),
    short: Array.from(shared.values(), (files) => write(files, FILE_TIMEOUT_MILLISECONDS)),
  };
}

function writeProgram(
  files: readonly string[],
  variables: Readonly<Record<string, string>>,
  timeout: number,
): string {
  const suites = files.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    return `describe(${JSON.stringify(file)}, { timeout: ${timeout} }, () => import(${JSON.stringify(url)}));`;
  });
  return [
    `import { describe } from "node:test";`,
    `Object.assign(process.env, ${JSON.stringify(variables)});`,
    ...suites,
    "",
  ].join("\n");
}
