import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Db } from "../engine/engine.ts";
import { createConnection } from "../sqlite/sqlite-connection.ts";
import { createSqliteDialect } from "../sqlite/sqlite-dialect.ts";
import type { Database } from "../tables/schema.ts";

/**
 * Counts the work of queries: on PostgreSQL the rows and the entries of indexes that they read, on SQLite the steps of
 * its virtual machine. Unlike time, it is the same on every machine.
 */
export interface WorkCounter {
  count(work: (db: Db) => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

/** How much work a row is at most: SQLite takes some steps for each of its columns. */
export const WORK_PER_ROW = { sqlite: 20, postgres: 1 } as const;

export const openWorkCounter = (databaseUrl: string): WorkCounter =>
  databaseUrl.startsWith("sqlite:") ? onSqlite(databaseUrl.slice("sqlite:".length)) : onPostgres(databaseUrl);

function onSqlite(path: string): WorkCounter {
  const database = new DatabaseSync(path, { readOnly: true });
  const statements: StatementSync[] = [];
  const prepare = (text: string) => {
    const statement = database.prepare(text);
    statements.push(statement);
    return statement;
  };
  const db = new Kysely<Database>({
    dialect: createSqliteDialect({ writer: createConnection(database, prepare) }),
  });
  return {
    async count(work) {
      statements.length = 0;
      await work(db);
      return statements.reduce((sum, statement) => sum + countSteps(statement), 0);
    },
    close: () => db.destroy(),
  };
}

/** The types of Node do not have `stat` yet. */
const countSteps = (statement: StatementSync): number =>
  Number((statement as unknown as { stat(counter: "vmStep"): number | bigint }).stat("vmStep"));

function onPostgres(connectionString: string): WorkCounter {
  const pool = new pg.Pool({ connectionString, max: 1, types: { getTypeParser: getTypeParserWithNumbers } });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    count: (work) =>
      db.transaction().execute(async (trx) => {
        const before = await countReadRows(trx);
        await work(trx);
        return (await countReadRows(trx)) - before;
      }),
    close: () => db.destroy(),
  };
}

/** The rows and entries of indexes that this transaction has read so far. */
async function countReadRows(trx: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid))::bigint as read from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i')`.execute(trx);
  return rows[0]?.read ?? 0;
}

const INT8 = 20;
/** Sums are bigints, which the driver otherwise returns as text. */
const getTypeParserWithNumbers = ((id: number, format: "text") =>
  id === INT8 ? Number : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser;
