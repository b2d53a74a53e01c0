import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { SqliteOptions } from "../../../packages/server/src/storage/sqlite/open-sqlite.ts";
import { licetApply } from "../consistency/licet-apply.ts";
import type { Measurement } from "../fault-experiment.ts";
import { delayedReads, describeLoad, describeTimes, READ_BAR, startLoadedServer } from "./loaded-server.ts";

/** `licet apply` writes a large file in one transaction, beside a server at work. */
export async function runApplyBeside(
  users: number,
  sqlite: SqliteOptions = {},
  mostForAReadMilliseconds?: number,
): Promise<Measurement> {
  // No writes of roles: a file is planned on one revision, and would have to be planned again and again.
  const server = await startLoadedServer(sqlite, { writers: 0 });
  const folder = await mkdtemp(join(tmpdir(), "licet-apply-"));
  try {
    await server.underWay();
    const names = Array.from({ length: users }, (_, index) => `  - { username: user-${index} }`);
    const yaml = ["users:", ...names, ""].join("\n");
    const startedAt = performance.now();
    const databaseUrl = server.licet.database.url;
    const result = await licetApply({ databaseUrl, folder, fileName: "users.yaml", yaml });
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    await delay(300);
    await server.endLoad();
    return {
      load: describeLoad(server),
      faults: `licet apply with ${users.toLocaleString("en")} users, ${seconds} s`,
      figure: describeTimes(server),
      bar: `${READ_BAR}; the file is applied`,
      violations: [
        ...server.requests.violations(),
        ...server.withoutRetryAfter,
        ...delayedReads(server, mostForAReadMilliseconds),
        ...("failure" in result ? [`the file was not applied: ${result.message}`] : []),
      ],
    };
  } finally {
    await server.stop();
    await server.drop();
    await rm(folder, { recursive: true, force: true });
  }
}
