import type { Engine } from "../../tests/support/engines.ts";

const PRAGMA = /^\/\/ @engine (\w*)(.?)/m;

/**
 * Reads the engine of a test file from its line `// @engine sqlite: REASON`. A file without such a line runs on every
 * engine.
 */
export function neededEngine(source: string): Engine | undefined {
  const [line, engine, after] = PRAGMA.exec(source) ?? [];
  if (line === undefined) return undefined;
  if ((engine === "sqlite" || engine === "postgres") && after === ":") return engine;
  throw new Error(`"${line}" is not of the form "// @engine sqlite: REASON"`);
}
