import type { Engine } from "../../tests/support/engines.ts";

const PRAGMA = /^\/\/ @engine (\w*)(.?)/m;

/**
 * Reads the engines of a test file from its line `// @engine both: REASON`, or `sqlite` or `postgres` for one of them
 * alone. A file without such a line runs on SQLite, and in `npm run test:all` on both.
 */
export function namedEngine(source: string): Engine | "both" | undefined {
  const [line, engine, after] = PRAGMA.exec(source) ?? [];
  if (line === undefined) return undefined;
  if ((engine === "sqlite" || engine === "postgres" || engine === "both") && after === ":") return engine;
  throw new Error(`"${line}" is not of the form "// @engine both: REASON"`);
}
