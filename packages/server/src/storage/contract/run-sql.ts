import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/** Runs a statement past the product: for what time would do, or somebody with a database client. */
export async function runSql(databaseUrl: string, statement: string): Promise<void> {
  if (databaseUrl.startsWith("sqlite:")) {
    const database = new DatabaseSync(databaseUrl.slice("sqlite:".length), { timeout: 5_000 });
    database.exec(statement);
    database.close();
    return;
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
