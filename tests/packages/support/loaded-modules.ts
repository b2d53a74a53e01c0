import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

const IMPORT = /\b(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;

export interface LoadedModules {
  /** Paths of the package's own modules. */
  readonly own: readonly string[];
  /** What is imported from other packages and from Node, as it is written. */
  readonly others: readonly string[];
  /** All own modules in one file, compressed. */
  readonly gzippedBytes: number;
}

/** What an entry loads, by following its imports, also those that are made later. */
export function readLoadedModules(entry: string): LoadedModules {
  const own = new Map<string, string>();
  const others = new Set<string>();
  const visit = (path: string) => {
    if (own.has(path)) return;
    const text = readFileSync(path, "utf8");
    own.set(path, text);
    for (const [, from, later] of text.replace(COMMENT, "").matchAll(IMPORT)) {
      const name = from ?? later ?? "";
      if (name.startsWith(".")) visit(join(dirname(path), name));
      else others.add(name);
    }
  };
  visit(entry);
  const gzippedBytes = gzipSync([...own.values()].join("\n")).length;
  return { own: [...own.keys()], others: [...others].sort(), gzippedBytes };
}
