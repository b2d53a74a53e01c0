import { setTimeout as delay } from "node:timers/promises";
import type { SqliteOptions } from "../../../packages/server/src/storage/sqlite/open-sqlite.ts";
import type { Measurement } from "../fault-experiment.ts";
import { holdWriteLock } from "./foreign-lock.ts";
import { delayedReads, describeLoad, describeTimes, READ_BAR, startLoadedServer } from "./loaded-server.ts";
import { rolesIn } from "./roles-in.ts";

/** Another process takes the write lock of the file and keeps it for longer than a write waits. */
export async function runWriteLock(
  lockSeconds: number,
  sqlite: SqliteOptions = {},
  mostForAReadMilliseconds?: number,
): Promise<Measurement> {
  const server = await startLoadedServer(sqlite);
  try {
    await server.underWay();
    await holdWriteLock(server.file, lockSeconds * 1_000);
    await delay(500);
    await server.endLoad();
    const stored = rolesIn(server.file);
    const lost = server.ledger.filter(({ role, isAcknowledged }) => isAcknowledged && !stored.has(role));
    return {
      load: describeLoad(server),
      faults: `write lock held by another process for ${lockSeconds} s`,
      figure: `${describeTimes(server)}; ${lost.length} lost`,
      bar: `${READ_BAR}, writes within 10 s; 0 lost`,
      violations: [
        ...server.requests.violations(),
        ...server.withoutRetryAfter,
        ...delayedReads(server, mostForAReadMilliseconds),
        ...lost.map(({ role }) => `${role} was acknowledged, and is not in the file`),
      ],
    };
  } finally {
    await server.stop();
    await server.drop();
  }
}
