import type { InsertTexts } from "../engine.ts";
import type { Prepare } from "./sqlite-connection.ts";

/** Hands over all rows as one JSON text: a call for each row takes longer than the row. */
export function createTextInsert(prepare: Prepare, table: string, columns: readonly string[]): InsertTexts {
  const values = columns.map((_, index) => `value ->> ${index}`).join(", ");
  const text = `insert into ${table} (${columns.join(", ")}) select ${values} from json_each(?) where true on conflict do nothing`;
  return async (_trx, rows) => {
    if (rows.length > 0) prepare(text).run(JSON.stringify(rows));
  };
}
