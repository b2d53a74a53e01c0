/** `npm run test:properties`: every property in 10,000 random worlds (or FC_RUNS) on each engine. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startTestPostgres } from "../support/databases.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = globSync("*.test.ts", { cwd: folder }).map((file) => folder + file);
/** The properties of a decision need no database, and are beside the code. */
files.push(`${folder}../../packages/server/src/permissions/decide.test.ts`);
const postgres = await startTestPostgres();
const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--test", ...files], {
  stdio: "inherit",
  env: { FC_RUNS: "10000", ...process.env, LICET_TEST_POSTGRES_URL: postgres.url },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => child.kill(signal));
const [code] = await once(child, "exit");
await postgres.stop();
process.exit(code ?? 1);
