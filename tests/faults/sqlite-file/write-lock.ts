import { setTimeout as delay } from "node:timers/promises";
import type { SqliteOptions } from "../../../packages/server/src/storage/sqlite/open-sqlite.ts";
import type { Measurement } from "../fault-experiment.ts";
import { holdWriteLock } from "./foreign-lock.ts";
import {
  countRefused,
  delayedReads,
  describeLoad,
  describeSlowest,
  READS,
  startLoadedServer,
  WRITES,
} from "./loaded-server.ts";
import { rolesIn } from "./roles-in.ts";

/** Another process takes the write lock of the file and keeps it for longer than a write waits. */
export async function runWriteLock(
  {
    lockSeconds,
    readSeconds = 1,
  }: {
    readonly lockSeconds: number;
    /** How long a read may take. A machine that runs many tests at once is slow by itself. */
    readonly readSeconds?: number;
  },
  sqlite: SqliteOptions = {},
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
      figure: `slowest: ${describeSlowest(server, READS)}; ${describeSlowest(server, WRITES)}, ${countRefused(server, WRITES)} of them answered with 503; ${lost.length} lost`,
      bar: `reads answered within ${readSeconds} s, writes within 10 s; 0 lost`,
      violations: [
        ...server.requests.violations(),
        ...server.withoutRetryAfter,
        ...delayedReads(server, readSeconds * 1_000),
        ...lost.map(({ role }) => `${role} was acknowledged, and is not in the file`),
      ],
    };
  } finally {
    await server.stop();
    await server.drop();
  }
}
