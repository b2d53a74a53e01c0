import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { startTestPostgres } from "../support/databases.ts";
import { readProcessUsage } from "./process-usage.ts";
import type { ReadDatabaseUsage } from "./report/measurement.ts";

const run = promisify(execFile);

/** One PostgreSQL for the run, with its own defaults: every commit waits for the disk. */
export interface Postgres {
  /** Gives the URL of a database, which is empty at the first call. */
  createDatabase(name: string): Promise<string>;
  /** The database of Licet with the people and the applications of the code flow. */
  seeded(): Promise<string>;
  readonly readUsage: ReadDatabaseUsage;
  stop(): Promise<void>;
}

export async function startPostgres(progress: (text: string) => void): Promise<Postgres> {
  progress("PostgreSQL starts");
  const { url, stop } = await startTestPostgres({ durable: true });
  const administrator = new pg.Client(url);
  await administrator.connect();
  const made = new Map<string, Promise<string>>();

  const create = async (name: string): Promise<string> => {
    await administrator.query(`create database ${administrator.escapeIdentifier(name)}`);
    return new URL(`/${name}`, url).href;
  };
  const once = (key: string, make: () => Promise<string>): Promise<string> => {
    const making = made.get(key) ?? make();
    made.set(key, making);
    return making;
  };
  const createDatabase = (name: string) => once(name, () => create(name));

  return {
    createDatabase,
    seeded: () =>
      once("seeded", async () => {
        const databaseUrl = await createDatabase("licet");
        progress("a database with people who are signed in is made");
        const env = { ...process.env, BENCH_DATABASE_URL: databaseUrl };
        await run(process.execPath, [join(import.meta.dirname, "seeds/seed-code-flow.ts")], { env });
        return databaseUrl;
      }),
    async readUsage() {
      const { rows } = await administrator.query<{ pid: number }>("select pid from pg_stat_activity");
      const usages = rows.map(({ pid }) => readProcessUsage(pid)).filter((usage) => usage !== undefined);
      return usages.length === 0 ? undefined : usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    },
    async stop() {
      await administrator.end();
      await stop();
    },
  };
}
