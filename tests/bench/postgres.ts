import pg from "pg";
import { startTestPostgres } from "../support/databases.ts";
import { findParentPid, readProcessUsage } from "./process-usage.ts";
import type { ReadDatabaseSeconds } from "./report/measurement.ts";

/** One PostgreSQL for the run, with its own defaults: every commit waits for the disk. */
export interface Postgres {
  /** Creates the database at the first call, empty or as a copy of another one, and returns its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** The processor time of all its processes: one for each connection, and those in the background. */
  readonly readCpuSeconds: ReadDatabaseSeconds;
  stop(): Promise<void>;
}

export async function startPostgres(progress: (text: string) => void): Promise<Postgres> {
  progress("starting PostgreSQL");
  const { url, stop } = await startTestPostgres({ durable: true });
  const administrator = new pg.Client(url);
  await administrator.connect();
  const { rows } = await administrator.query<{ pid: number }>("select pg_backend_pid() as pid");
  // Every process of PostgreSQL is a child of its first one, as this connection's is.
  const postmasterPid = findParentPid((rows[0] as { pid: number }).pid);
  const made = new Map<string, Promise<unknown>>();
  return {
    async createDatabase(name, template = "template1") {
      const making = made.get(name) ?? administrator.query(createStatement(administrator, name, template));
      made.set(name, making);
      await making;
      return new URL(`/${name}`, url).href;
    },
    readCpuSeconds: () => readProcessUsage(postmasterPid).cpuSeconds,
    async stop() {
      await administrator.end();
      await stop();
    },
  };
}

const createStatement = (client: pg.Client, name: string, template: string): string =>
  `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)}`;
