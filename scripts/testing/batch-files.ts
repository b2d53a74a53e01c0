import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.ts";

/** Of this run alone: another may be under way beside it. */
const FOLDER = join(root, `node_modules/.cache/licet-tests/batches-${process.pid}`);
/** Large enough that what all of them load is loaded seldom, small enough that the last batches end together. */
const FILES_IN_A_BATCH = 10;
const FILE_TIMEOUT_MILLISECONDS = 180_000;

/**
 * Writes a file for every few test files that runs them one after the other in one process: half of what a small one
 * costs is loading the server and warming it up. Each is a suite, so that its hooks are its own.
 */
export function batchFiles(files: readonly string[]): readonly string[] {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  process.once("exit", () => rmSync(FOLDER, { recursive: true, force: true }));
  // Dealt out like cards: neighbours are alike, and the long ones among them would make one batch last.
  const count = Math.ceil(files.length / FILES_IN_A_BATCH);
  const batches = Map.groupBy(files, (_file, index) => index % count);
  return Array.from(batches, ([number, batch]) => {
    const path = join(FOLDER, `${number}.test.mjs`);
    writeFileSync(path, writeBatch(batch));
    return path;
  });
}

function writeBatch(files: readonly string[]): string {
  const suites = files.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    return `describe(${JSON.stringify(file)}, { timeout: ${FILE_TIMEOUT_MILLISECONDS} }, () => import(${JSON.stringify(url)}));\n`;
  });
  return `import { describe } from "node:test";\n${suites.join("")}`;
}
