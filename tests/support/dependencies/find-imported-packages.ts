import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** An import of a type is gone when the file runs. */
const IMPORT =
  /^\s*(?:import|export)\s+(?!type\b)(?:[^"'`;]*?\bfrom\s*)?["']([^"']+)["']|\bimport\s*\(\s*["']([^"']+)["']|@import\s+["']([^"']+)["']/gm;

/**
 * Follows the imports of files (paths below the root) through the repository, and returns the packages that they reach,
 * each with the file that imports it.
 */
export function findImportedPackages(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  const packages = new Map<string, string>();
  const visited = new Set(files);
  // A set that grows while it is read: what is added is visited, too.
  for (const file of visited) {
    const text = withoutTexts(readFileSync(posix.join(root, file), "utf8"));
    for (const [, from, called, style] of text.matchAll(IMPORT)) {
      const imported = (from ?? called ?? style ?? "").replace(/\?.*$/, "");
      const path = findFile(root, file, imported);
      if (path !== undefined) visited.add(path);
      else if (!/^(node:|\.)/.test(imported)) packages.set(packageOf(imported), file);
    }
  }
  return packages;
}

/** Comments and templates may contain code that is not run: the console shows such code to its users. */
const withoutTexts = (code: string) =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "")
    .replace(/`(?:\\.|[^`\\])*`/g, "``");

/** A file of the repository: by a relative path, or `@licet/engine/internal/FILE`, which stands for `packages/engine/src/FILE`. */
function findFile(root: string, importer: string, imported: string): string | undefined {
  const [, name, file = "index.ts"] = /^@licet\/([a-z]+)(?:\/(?:internal\/)?(.+\.ts))?$/.exec(imported) ?? [];
  const path = imported.startsWith(".")
    ? posix.join(posix.dirname(importer), imported)
    : name !== undefined && `packages/${name}/src/${file}`;
  if (!path) return undefined;
  const found = [path, `${path}.ts`, `${path}.tsx`].find((each) => existsSync(posix.join(root, each)));
  if (found === undefined) throw new Error(`${importer} imports ${imported}, which is not at ${path}`);
  return /\.(m?[jt]sx?|css)$/.test(found) ? found : undefined;
}

const packageOf = (imported: string): string =>
  imported
    .split("/")
    .slice(0, imported.startsWith("@") ? 2 : 1)
    .join("/");
