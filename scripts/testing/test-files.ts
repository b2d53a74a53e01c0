import type { Engine } from "../../tests/support/engines.ts";
import type { TestFiles } from "./find-test-files.ts";

const FLOWS = ["tests/flows/**/*.test.ts", "tests/security/**/*.test.ts"];
/** These files run once per engine; a file that needs only one engine names it in a line (needed-engine.ts). */
export const FLOWS_ON: Readonly<Record<Engine, TestFiles>> = {
  sqlite: { globs: FLOWS, engine: "sqlite" },
  postgres: { globs: FLOWS, engine: "postgres" },
};
export const ENGINES = ["sqlite", "postgres"] as const satisfies readonly Engine[];

/** The packed server is tried in a browser, too. */
export const BROWSER: TestFiles = { globs: ["tests/browser/**/*.test.ts", "tests/packages/licet.test.ts"] };

/** The files that take longest start first, each in its own process. */
export const LONG: TestFiles = {
  globs: [
    "packages/server/src/storage/contract/*.test.ts",
    "tests/properties/*.test.ts",
    "tests/faults/**/*.test.ts",
    "tests/security/api/bounded-work.test.ts",
    "tests/security/api/escalation/*.test.ts",
    "tests/security/api/last-administrator.test.ts",
    "tests/security/leaks/canaries.test.ts",
    "tests/security/limits/*.test.ts",
    "tests/flows/management/escalation.test.ts",
    "tests/flows/{authorization-code,revocations}/endings.test.ts",
    "tests/flows/demo.test.ts",
    ...BROWSER.globs,
  ],
};

/** The tools of these tests are installed before the time limit of a test file begins. */
export const OPENAPI_TOOLS: TestFiles = { globs: ["tests/openapi/tools.test.ts"] };
export const MONITORING: TestFiles = { globs: ["tests/monitoring/*.test.ts"] };
export const PACKAGES: TestFiles = { globs: ["tests/packages/*.test.ts"] };

/** The files that no other stage claims, so that no test file is left out. */
export const UNITS: TestFiles = {
  globs: ["packages/**/*.test.ts", "examples/**/*.test.ts", "scripts/**/*.test.ts", "tests/**/*.test.ts"],
  except: [...FLOWS, ...BROWSER.globs],
};

/** Those among them that start a server by tests/support, which is what has several workers. */
export const WORKER_UNITS: TestFiles = {
  globs: [
    "examples/*.test.ts",
    "packages/server/src/cli/demo/demo-shop.test.ts",
    "tests/faults/**/*.test.ts",
    "tests/openapi/*.test.ts",
    "tests/properties/local-server.test.ts",
  ],
};

/** Where workers of one server can differ; `npm test` runs these with two of them, too. */
const WORKERS_CAN_DIFFER = [
  "tests/flows/audit-log.test.ts",
  "tests/flows/management/{conflicts,idempotency,lockout}.test.ts",
  "tests/flows/revocations/stream.test.ts",
  "tests/security/client-authentication/assertion-replay.test.ts",
  "tests/security/codes/{races,reuse}.test.ts",
  "tests/security/keys/revoked-key.test.ts",
  "tests/security/login/throttle.test.ts",
  "tests/security/logout/back-channel.test.ts",
  "tests/security/pushed-requests/{quotas,use}.test.ts",
  "tests/security/rate-limits/nodes-and-restarts.test.ts",
  "tests/security/refresh-tokens/rotation.test.ts",
  "tests/security/revocation/other-nodes.test.ts",
  "tests/security/sessions/ended.test.ts",
];
export const WORKERS_ON: Readonly<Record<Engine, TestFiles>> = {
  sqlite: { globs: WORKERS_CAN_DIFFER, engine: "sqlite" },
  postgres: { globs: WORKERS_CAN_DIFFER, engine: "postgres" },
};

/** The tests beside the code and of the repository itself, without PostgreSQL tests and long ones. */
export const QUICK_UNITS: TestFiles = {
  globs: ["packages/**/*.test.ts", "examples/**/*.test.ts", "scripts/**/*.test.ts", "tests/*.test.ts"],
  except: LONG.globs,
  engine: "sqlite",
};
