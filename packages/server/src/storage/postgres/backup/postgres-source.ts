import { sql } from "kysely";
import type { BackupPart, BackupSource, TableColumns } from "../../../backup/stores.ts";
import { auditRow } from "../../audit/audit-store.ts";
import { readFacts } from "../../backup/read-facts.ts";
import { postgresDialect } from "../../migrations/dialect.ts";
import { TABLES } from "../../tables/table-rules.ts";
import { translatePostgresError } from "../postgres-errors.ts";
import { copyOut } from "./copy-rows.ts";
import { openSingleConnection, type SingleConnection } from "./single-connection.ts";

const PART_BYTES = 4 * 1_024 * 1_024;

/** A part has whole rows of one table. */
export const partName = (table: string, number: number): string =>
  `${table}.${String(number).padStart(6, "0")}.copy`;
export const tableOfPart = (name: string): string | undefined => /^([a-z_]+)\.\d{6,}\.copy$/.exec(name)?.[1];

/** Copies the rows of all tables with PostgreSQL's COPY, in one snapshot. Nobody waits for it. */
export async function openPostgresSource(databaseUrl: string): Promise<BackupSource> {
  const connection = await openSingleConnection(databaseUrl);
  const { client, db } = connection;
  return {
    now: () => readTime(connection),
    async recordStart(at) {
      await readFacts(db, "postgres", postgresDialect);
      const row = auditRow({ at, type: "backup.started", actor: "cli" });
      await db
        .insertInto("audit_events")
        .values(row as never)
        .execute();
    },
    async copy(_options, work) {
      await client.query("begin isolation level repeatable read read only");
      try {
        const tables = await readTables(connection);
        const facts = { ...(await readFacts(db, "postgres", postgresDialect)), tables };
        const result = await work({ facts, parts: listParts(connection, tables) });
        await client.query("rollback");
        return result;
      } catch (error) {
        // In the midst of a table, the rest of it would have to be read before the session could do anything else.
        connection.breakOff();
        throw error;
      }
    },
    close: connection.close,
  };
}

export async function readTime({ db }: SingleConnection): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as time`.execute(db);
  return rows[0]?.time ?? Number.NaN;
}

/** The tables of Licet in the schema that queries use, with their columns. A database may have other tables, too. */
async function readTables({ db }: SingleConnection): Promise<readonly TableColumns[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() order by table_name, ordinal_position`.execute(db);
  return TABLES.map((name) => ({
    name,
    columns: rows.flatMap(({ table, column }) => (table === name ? [column] : [])),
  })).filter(({ columns }) => columns.length > 0);
}

async function* listParts(
  { client }: SingleConnection,
  tables: readonly TableColumns[],
): AsyncGenerator<BackupPart> {
  for (const { name, columns } of tables) {
    let number = 0;
    const list = columns.map((column) => `"${column}"`).join(", ");
    try {
      for await (const rows of copyOut(client, `copy "${name}" (${list}) to stdout`, PART_BYTES)) {
        number += 1;
        yield { name: partName(name, number), bytes: rows.length, content: [rows] };
      }
    } catch (error) {
      throw translatePostgresError(error);
    }
  }
}
