import { CompiledQuery } from "kysely";
import { nameStatement } from "../engine/compile-once.ts";
import type { InsertWords } from "../engine/engine.ts";

/** So many rows are one message of a few hundred kilobytes. */
const ROWS_AT_A_TIME = 5_000;

const INSERT =
  "insert into entity_words (kind, word, entity_id) select $1, * from unnest($2::text[], $3::text[])";
/** Takes twice as long, so new entities do without it. */
const INSERT_MISSING = `${INSERT} on conflict do nothing`;
for (const text of [INSERT, INSERT_MISSING]) nameStatement(text);

/** Sends columns as arrays: a statement with a parameter for each value takes longer to bind than to run. */
export const insertWords: InsertWords = async (trx, { kind, entities, areNew }) => {
  const rows = [...entities].flatMap(([word, ids]) => ids.map((id) => [word, id] as const));
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    const some = rows.slice(start, start + ROWS_AT_A_TIME);
    const parameters = [kind, some.map(([word]) => word), some.map(([, id]) => id)];
    await trx.executeQuery(CompiledQuery.raw(areNew ? INSERT : INSERT_MISSING, parameters));
  }
};
