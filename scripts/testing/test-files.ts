import type { Engine } from "../../tests/support/engines.ts";
import type { TestFiles } from "./find-test-files.ts";

const FLOWS = ["tests/flows/**/*.test.ts", "tests/security/**/*.test.ts"];
/** Once on each engine; a file that one engine is enough for says so in a line of its own (needed-engine.ts). */
export const FLOWS_ON: Readonly<Record<Engine, TestFiles>> = {
  sqlite: { globs: FLOWS, engine: "sqlite" },
  postgres: { globs: FLOWS, engine: "postgres" },
};
export const ENGINES = ["sqlite", "postgres"] as const satisfies readonly Engine[];

/** Each takes a minute or more: these begin first, each in a process of its own. */
export const LONG: TestFiles = {
  globs: [
    "packages/server/src/storage/contract/*.test.ts",
    "tests/properties/*.test.ts",
    "tests/faults/*.test.ts",
    "tests/security/api/bounded-work.test.ts",
    "tests/security/api/escalation/*.test.ts",
  ],
};

/** Their tools are installed apart, before the time limit of a test file begins. */
export const OPENAPI_TOOLS: TestFiles = { globs: ["tests/openapi/tools.test.ts"] };

export const BROWSER: TestFiles = { globs: ["tests/browser/**/*.test.ts"] };

/** The files that no other stage claims, so that no test file is ever left out. */
export const UNITS: TestFiles = {
  globs: ["packages/**/*.test.ts", "examples/**/*.test.ts", "scripts/**/*.test.ts", "tests/**/*.test.ts"],
  except: [...FLOWS, ...BROWSER.globs],
};

/** The tests beside the code and those of the repository itself, without what is for PostgreSQL and what is long. */
export const QUICK_UNITS: TestFiles = {
  globs: ["packages/**/*.test.ts", "examples/**/*.test.ts", "scripts/**/*.test.ts", "tests/*.test.ts"],
  except: LONG.globs,
  engine: "sqlite",
};
