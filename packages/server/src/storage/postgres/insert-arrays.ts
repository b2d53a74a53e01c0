import { sql } from "kysely";
import { compileOnce } from "../engine/compile-once.ts";
import type { Db, Insert, InsertQuery, InsertRows } from "../engine/engine.ts";
import type { Row, SqlValue } from "../statements/sql-value.ts";

/** So that each statement ends far within its time limit. */
const MOST_ROWS = 1_000;

/**
 * Inserts many rows with one statement and one array for each column. With a parameter for each value, binding them takes
 * longer than writing the rows, and JSON is slower to read.
 */
export function createArrayInsert(
  db: Db,
  { table, columns, numbers, onConflict = (insert) => insert }: Insert,
): InsertRows {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const statement = compileOnce<Row, unknown>(columns, (given) => {
    const arrays = columns.map(
      (column) => sql`${given[column]}::${numbers.includes(column) ? sql`bigint[]` : sql`text[]`}`,
    );
    const rows = sql`select ${names} from unnest(${sql.join(arrays)}) as given (${names})`;
    return onConflict(
      db
        .insertInto(table)
        .columns(columns as never)
        .expression(rows as never) as InsertQuery,
    );
  });
  return async (trx, rows) => {
    for (let start = 0; start < rows.length; start += MOST_ROWS) {
      const chunk = rows.slice(start, start + MOST_ROWS);
      const arrays = columns.map((column) => [column, writeArray(chunk, column)] as const);
      await trx.executeQuery(statement.with(Object.fromEntries(arrays)));
    }
  };
}

/**
 * The values of a column in the text form of an array. node-postgres would do the same, but many rows have the same
 * value as the row before: it takes about half of the time.
 */
export function writeArray(rows: readonly Row[], column: string): string {
  let last: SqlValue | undefined;
  let written = "";
  const values: string[] = [];
  for (const row of rows) {
    const value = row[column] ?? null;
    if (value !== last) written = writeElement(value);
    last = value;
    values.push(written);
  }
  return `{${values.join()}}`;
}

const writeElement = (value: SqlValue): string =>
  typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : String(value ?? "NULL");
