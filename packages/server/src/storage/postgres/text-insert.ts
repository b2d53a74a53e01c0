import { CompiledQuery } from "kysely";
import { nameStatement } from "../compile-once.ts";
import type { InsertTexts } from "../engine.ts";

/** So many rows are one message of a few hundred kilobytes. */
const ROWS_AT_A_TIME = 2_000;

/** Sends the columns as arrays: a statement with a parameter for each value takes longer to bind than to run. */
export function createTextInsert(table: string, columns: readonly string[]): InsertTexts {
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(", ");
  const text = `insert into ${table} (${columns.join(", ")}) select * from unnest(${arrays}) on conflict do nothing`;
  nameStatement(text);
  return async (trx, rows) => {
    for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
      const some = rows.slice(start, start + ROWS_AT_A_TIME);
      const parameters = columns.map((_, index) => some.map((row) => row[index]));
      await trx.executeQuery(CompiledQuery.raw(text, parameters));
    }
  };
}
