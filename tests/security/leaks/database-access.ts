import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { TestDatabase } from "../../support/databases.ts";

/** A second connection beside the server's own, to the same data. */
export interface DatabaseAccess {
  readonly engine: "sqlite" | "postgres";
  execute(sql: string): Promise<void>;
  /** The first column of every row, as text. */
  texts(sql: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export function accessDatabase({ url }: Pick<TestDatabase, "url">): Promise<DatabaseAccess> {
  return url.startsWith("sqlite:") ? accessSqlite(url.slice("sqlite:".length)) : accessPostgres(url);
}

async function accessSqlite(file: string): Promise<DatabaseAccess> {
  const database = new DatabaseSync(file, { timeout: 30_000, enableForeignKeyConstraints: false });
  return {
    engine: "sqlite",
    execute: async (sql) => database.exec(sql),
    texts: async (sql) =>
      database
        .prepare(sql)
        .all()
        .map((row) => String(Object.values(row)[0])),
    close: async () => database.close(),
  };
}

async function accessPostgres(url: string): Promise<DatabaseAccess> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    engine: "postgres",
    execute: async (sql) => void (await client.query(sql)),
    texts: async (sql) => {
      const { rows } = await client.query({ text: sql, rowMode: "array" });
      return rows.map((row: unknown[]) => String(row[0]));
    },
    close: () => client.end(),
  };
}

export const listTables = (access: DatabaseAccess): Promise<readonly string[]> =>
  access.texts(
    access.engine === "sqlite"
      ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by 1"
      : "select tablename from pg_tables where schemaname = 'public' order by 1",
  );

/** The whole content of the database as text: each row of each table. */
export async function dumpTables(access: DatabaseAccess): Promise<string> {
  const parts: string[] = [];
  for (const table of await listTables(access)) {
    const columns =
      access.engine === "sqlite"
        ? (await access.texts(`select name from pragma_table_info('${table}')`)).map(
            (column) => `coalesce(quote("${column}"), '')`,
          )
        : [`"${table}"::text`];
    parts.push(
      `-- ${table}`,
      ...(await access.texts(`select ${columns.join(" || ' ' || ")} from "${table}"`)),
    );
  }
  return parts.join("\n");
}
