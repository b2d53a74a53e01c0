import { copyFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { TestEngine } from "../../support/databases.ts";

/** A copy of a database, which an operator puts back without `licet restore`. */
export interface OlderState {
  /** While servers run. */
  putBack(): Promise<void>;
}

export const copyState = (engine: TestEngine, url: string): Promise<OlderState> =>
  engine === "sqlite" ? copyFile(url.slice("sqlite:".length)) : copyTables(url);

async function copyFile(file: string): Promise<OlderState> {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec(`vacuum into '${file}.older'`);
  database.close();
  // As `cp licet.db.older licet.db` does: the file is the same, with another content.
  return { putBack: async () => copyFileSync(`${file}.older`, file) };
}

/** As from `pg_dump --data-only`, put back in one transaction. */
async function copyTables(url: string): Promise<OlderState> {
  const tables = await run(url, async (client) => {
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
    const names = rows.map(({ tablename }) => `"${tablename}"`);
    await client.query("create schema older");
    for (const name of names) await client.query(`create table older.${name} as table public.${name}`);
    return names;
  });
  return {
    putBack: () =>
      run(url, async (client) => {
        await client.query("begin; set local session_replication_role = replica");
        await client.query(`truncate ${tables.map((name) => `public.${name}`).join(", ")}`);
        for (const name of tables)
          await client.query(
            `insert into public.${name} overriding system value select * from older.${name}`,
          );
        await client.query("commit");
      }),
  };
}

async function run<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
