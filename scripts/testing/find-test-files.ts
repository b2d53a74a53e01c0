import { globSync } from "node:fs";
import { root } from "./root.ts";

export interface TestFiles {
  readonly globs: readonly string[];
  readonly except?: readonly string[];
}

/**
 * The files of a stage, in a fixed order. Without patterns every glob must find some: a folder that was renamed must
 * not make its tests silently disappear.
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
  const wanted = (file: string) =>
    patterns.length === 0 || patterns.some((pattern) => file.includes(pattern));
  return [...new Set(found.flatMap(({ files }) => files.filter(wanted)))].sort();
}
