import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/** The number of rows of every table, read from the database itself. */
export async function countRows(databaseUrl: string): Promise<Record<string, number>> {
  return databaseUrl.startsWith("sqlite:") ? countInSqlite(databaseUrl) : countInPostgres(databaseUrl);
}

function countInSqlite(databaseUrl: string): Record<string, number> {
  const database = new DatabaseSync(databaseUrl.slice("sqlite:".length), { readOnly: true });
  try {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [
        name,
        database.prepare(`select count(*) as count from "${name}"`).get()?.count,
      ]),
    ) as Record<string, number>;
  } finally {
    database.close();
  }
}

async function countInPostgres(databaseUrl: string): Promise<Record<string, number>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows as { name: string }[]) {
      const counted = await client.query(`select count(*)::int as count from "${name}"`);
      counts[name] = (counted.rows[0] as { count: number }).count;
    }
    return counts;
  } finally {
    await client.end();
  }
}
