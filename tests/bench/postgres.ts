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
  /** Creates the database at the first call, and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Creates a database of Licet with the users and applications of the code flow at the first call, and returns its URL. */
  createSeededDatabase(): Promise<string>;
  readonly readUsage: ReadDatabaseUsage;
  stop(): Promise<void>;
}

export async function startPostgres(progress: (text: string) => void): Promise<Postgres> {
  progress("starting PostgreSQL");
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
    createSeededDatabase: () =>
      once("seeded", async () => {
        const databaseUrl = await createDatabase("licet");
        progress("creating a database with signed-in users");
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
