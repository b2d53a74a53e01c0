import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../../tests/support/engines.ts";
import { neededEngine } from "./needed-engine.ts";
import { root } from "./root.ts";

export interface TestFiles {
  readonly globs: readonly string[];
  readonly except?: readonly string[];
  /** Omits the files that name another engine. */
  readonly engine?: Engine;
}

/**
 * Returns the files of a stage, in a fixed order. Without patterns every glob must match: a renamed folder must not
 * make its tests silently disappear.
 */
export function findTestFiles(
  { globs, except = [], engine }: TestFiles,
  patterns: readonly string[],
): string[] {
  const found = globs.map((glob) => ({
    glob,
    files: globSync(glob, { cwd: root, exclude: ["**/node_modules/**", ...except] }),
  }));
  if (patterns.length === 0) {
    const empty = found.filter(({ files }) => files.length === 0).map(({ glob }) => glob);
    if (empty.length > 0) throw new Error(`no test files in ${empty.join(", ")}`);
  }
  const wanted = (file: string) =>
    patterns.length === 0 || patterns.some((pattern) => file.includes(pattern));
  const files = new Set(found.flatMap(({ files }) => files.filter(wanted)));
  return [...files].filter((file) => engine === undefined || isFor(engine, file)).sort();
}

const isFor = (engine: Engine, file: string): boolean =>
  [undefined, engine].includes(neededEngine(readFileSync(join(root, file), "utf8")));
