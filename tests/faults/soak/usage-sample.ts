import { readdir, readFile, stat } from "node:fs/promises";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";

/** What a server takes of its machine at one moment. */
export interface UsageSample {
  /** Since the first request. */
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly descriptors: number;
  readonly walBytes: number;
  /** How long the oldest open transaction has been open. On SQLite it is 0: there it shows as a growing WAL. */
  readonly transactionSeconds: number;
  /** Expired rows that sweeping has left for too long, by table. */
  readonly overdueRows: ReadonlyMap<string, number>;
}

export async function readProcess(pid: number): Promise<Pick<UsageSample, "memoryBytes" | "descriptors">> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
  if (!Number.isFinite(kilobytes)) throw new Error(`process ${pid} has no resident memory: ${status}`);
  return { memoryBytes: kilobytes * 1_024, descriptors: (await readdir(`/proc/${pid}/fd`)).length };
}

export async function readDatabase(
  databaseUrl: string,
): Promise<Pick<UsageSample, "walBytes" | "transactionSeconds">> {
  if (databaseUrl.startsWith("sqlite:")) {
    const { size } = await stat(`${databaseUrl.slice("sqlite:".length)}-wal`);
    return { walBytes: size, transactionSeconds: 0 };
  }
  const [row] = await runSql(
    databaseUrl,
    `select (select sum(size) from pg_ls_waldir()) as wal,
       (select extract(epoch from max(clock_timestamp() - xact_start)) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()) as oldest`,
  );
  return { walBytes: Number(row?.wal), transactionSeconds: Number(row?.oldest ?? 0) };
}
