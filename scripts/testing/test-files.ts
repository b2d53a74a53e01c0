import type { TestFiles } from "./find-test-files.ts";

/** Whole flows and attacks. They run on the engines that they name (named-engine.ts). */
export const FLOWS: TestFiles = { globs: ["tests/flows/**/*.test.ts", "tests/security/**/*.test.ts"] };

export const BROWSER: TestFiles = {
  globs: ["tests/browser/**/*.test.ts"],
  except: ["tests/browser/clients/*.test.ts"],
};

/** Clients of others, in a browser: only in `npm run test:all`. */
export const BROWSER_CLIENTS: TestFiles = { globs: ["tests/browser/clients/*.test.ts"] };

/** The short forms of the fault experiments: only in `npm run test:all`. */
export const EXPERIMENTS: TestFiles = {
  globs: [
    "tests/faults/{backup,clocks,descriptors,failing-statements,log-volume,mixed-versions,overload}/*.test.ts",
    "tests/faults/{poolers,power-cut,rotation,slow-clients,slow-database,sqlite-file,starts,workers}/*.test.ts",
    "tests/faults/consistency/{crashes,server-and-commands,two-nodes}.test.ts",
    "tests/faults/soak/soak.test.ts",
  ],
};

/** The packages as others install them, in a browser, too: only in `npm run test:all`. */
export const PACKAGES: TestFiles = { globs: ["tests/packages/*.test.ts"] };

/** Npm installs a checkout a dozen times: only in `npm run test:all`. The install itself precedes every `npm test`. */
export const INSTALL: TestFiles = { globs: ["scripts/install/install.test.ts"] };

/** The tools of these tests are installed before the time limit of a test file begins. */
export const OPENAPI_TOOLS: TestFiles = { globs: ["tests/openapi/tools.test.ts"] };
export const MONITORING: TestFiles = { globs: ["tests/monitoring/*.test.ts"] };

/** The files that no other stage claims, so that no test file is left out. */
export const UNITS: TestFiles = {
  globs: ["packages/**/*.test.ts", "examples/**/*.test.ts", "scripts/**/*.test.ts", "tests/**/*.test.ts"],
  except: [FLOWS, BROWSER, BROWSER_CLIENTS, EXPERIMENTS, PACKAGES, INSTALL].flatMap(({ globs }) => globs),
};

/** Those among them that start a server by tests/support, which is what has several workers. */
export const WORKER_UNITS: TestFiles = {
  globs: [
    "examples/*.test.ts",
    "packages/server/src/cli/demo/demo-shop.test.ts",
    "tests/faults/distant-database/*.test.ts",
    "tests/openapi/*.test.ts",
    "tests/properties/local-server.test.ts",
  ],
};

/** Where workers of one server can differ most: `npm test` runs this file with two of them, on each engine. */
export const TWO_WORKERS: TestFiles = { globs: ["tests/security/sessions/ended.test.ts"] };

/** The tests beside the code and of the repository itself, without those that start many programs or read much. */
export const QUICK_UNITS: TestFiles = {
  globs: ["packages/**/*.test.ts", "examples/**/*.test.ts", "scripts/**/*.test.ts", "tests/*.test.ts"],
  except: [
    "examples/examples.test.ts",
    "packages/server/src/cli/database/backup-command.test.ts",
    "packages/server/src/cli/files/{import-command,killed-import}.test.ts",
    "packages/server/src/cli/help/completion-command.test.ts",
    "packages/server/src/cli/serve/serve-command.test.ts",
    "packages/server/src/cli/demo/demo-command.test.ts",
    "packages/server/src/files/parse-long-file.test.ts",
    "packages/server/src/storage/contract/*.test.ts",
    "packages/server/src/workers/supervisor.test.ts",
    "scripts/{install,release}/*.test.ts",
    "tests/documents.test.ts",
  ],
};

/** The files that take longest start first, so that no processor is idle at the end. */
export const LONG: TestFiles = {
  globs: [
    "packages/server/src/accounts/sign-in.test.ts",
    "packages/server/src/storage/contract/*.test.ts",
    "scripts/testing/process/*.test.ts",
    "tests/documents.test.ts",
    "tests/properties/*.test.ts",
    "tests/security/api/bounded-work.test.ts",
    "tests/security/api/escalation/*.test.ts",
    "tests/security/api/last-administrator.test.ts",
    "tests/security/leaks/canaries.test.ts",
    "tests/security/limits/*.test.ts",
    "tests/flows/management/escalation.test.ts",
    "tests/flows/{authorization-code,revocations}/endings.test.ts",
    "tests/flows/demo.test.ts",
  ],
};
