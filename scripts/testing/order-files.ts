import { createRandom } from "../../tests/faults/support/random.ts";
import { findTestFiles } from "./find-test-files.ts";
import { LONG } from "./test-files.ts";

/** Long files first; with a seed, the same random order each time. */
export function orderFiles(files: readonly string[], seed: number | undefined): readonly string[] {
  if (seed !== undefined) return shuffle(files, seed);
  const long = new Set(findTestFiles(LONG, []));
  return [...files.filter((file) => long.has(file)), ...files.filter((file) => !long.has(file))];
}

function shuffle(files: readonly string[], seed: number): readonly string[] {
  const random = createRandom(seed);
  return files
    .map((file) => ({ file, at: random.number() }))
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => file);
}
