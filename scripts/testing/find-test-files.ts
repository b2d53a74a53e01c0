import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../../tests/support/engines.ts";
import { namedEngine } from "./named-engine.ts";
import { root } from "./root.ts";

export interface TestFiles {
  readonly globs: readonly string[];
  readonly except?: readonly string[];
}

/**
 * Returns the files of a stage, in a fixed order. Without patterns every glob must match: a renamed folder must not
 * make its tests silently disappear.
 */
export function findTestFiles({ globs, except = [] }: TestFiles, patterns: readonly string[]): string[] {
  const found = globs.map((glob) => ({
    glob,
    files: globSync(glob, { cwd: root, exclude: ["**/node_modules/**", ...except] }),
  }));
  if (patterns.length === 0) {
    const empty = found.filter(({ files }) => files.length === 0).map(({ glob }) => glob);
    if (empty.length > 0) throw new Error(`no test files in ${empty.join(", ")}`);
  }
  const isWanted = (file: string) =>
    patterns.length === 0 || patterns.some((pattern) => file.includes(pattern));
  return [...new Set(found.flatMap(({ files }) => files.filter(isWanted)))].sort();
}

/**
 * True if the file runs on this engine. One without an `@engine` line runs on SQLite; `everywhere`, it runs on both.
 */
export function runsOn(engine: Engine, file: string, { everywhere }: { everywhere: boolean }): boolean {
  const named = namedEngine(readFileSync(join(root, file), "utf8")) ?? (everywhere ? "both" : "sqlite");
  return named === "both" || named === engine;
}
