import type { TestFiles } from "./find-test-files.ts";

export const ENGINES = ["sqlite", "postgres"] as const;

const FLOWS: TestFiles = { globs: ["tests/flows/**/*.test.ts", "tests/security/**/*.test.ts"] };
/** What these try ends before anything is stored, or at values that every engine stores alike: one engine is enough. */
const ABOVE_STORAGE = [
  ...["edges", "limits", "forgery", "token-endpoint", "authorization-endpoint", "pkce"].map(
    (folder) => `${folder}/**/*`,
  ),
  ...["bodies", "bounded-work", "exact-names", "hostile-conditions", "members-of-bodies", "role-lattice"].map(
    (file) => `api/${file}`,
  ),
  ...["secrets-shown-once", "unknown-in-checks", "who-may-call", "escalation/*"].map((file) => `api/${file}`),
].map((path) => `tests/security/${path}.test.ts`);
export const FLOWS_ON: Readonly<Record<(typeof ENGINES)[number], TestFiles>> = {
  sqlite: FLOWS,
  postgres: { ...FLOWS, except: ABOVE_STORAGE },
};

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

export const BROWSER: TestFiles = { globs: ["tests/browser/**/*.test.ts"] };

/** Whatever no other stage claims, so that no test file is ever left out. */
export const UNITS: TestFiles = {
  globs: ["packages/**/*.test.ts", "scripts/**/*.test.ts", "tests/**/*.test.ts"],
  except: [...FLOWS.globs, ...BROWSER.globs],
};

/** The tests beside the code and those of the repository itself, but nothing that is about PostgreSQL or that is long. */
export const QUICK_UNITS: TestFiles = {
  globs: ["packages/**/*.test.ts", "scripts/**/*.test.ts", "tests/*.test.ts"],
  except: ["packages/server/src/storage/{contract,postgres}/*.test.ts"],
};
