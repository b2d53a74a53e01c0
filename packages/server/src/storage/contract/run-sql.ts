import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/**
 * Runs a statement directly on the database, for changes that only time or a database client could make. Returns the
 * rows.
 */
export async function runSql(
  databaseUrl: string,
  statement: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (databaseUrl.startsWith("sqlite:")) {
    const database = new DatabaseSync(databaseUrl.slice("sqlite:".length), { timeout: 5_000 });
    try {
      return /^\s*select\b/i.test(statement)
        ? database.prepare(statement).all()
        : (database.exec(statement) ?? []);
    } finally {
      database.close();
    }
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}
