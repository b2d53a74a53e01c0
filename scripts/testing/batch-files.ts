import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.ts";

/** The folder belongs to this run: another run may be active at the same time. */
const FOLDER = join(root, `node_modules/.cache/licet-tests/batches-${process.pid}`);
/** A batch is large enough to share its start-up cost, and small enough that the last batches end together. */
const FILES_IN_A_BATCH = 10;
const FILE_TIMEOUT_MILLISECONDS = 180_000;

/**
 * Writes batch files, each of which runs several test files in sequence in one process: half of the cost of a small
 * file is loading and warming up the server. Each test file is a suite, so that it has its own hooks.
 */
export function batchFiles(files: readonly string[]): readonly string[] {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  process.once("exit", () => rmSync(FOLDER, { recursive: true, force: true }));
  // Files are distributed in turn: neighbours are alike, and a batch of long neighbours would end last.
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
