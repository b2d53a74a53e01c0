import type { InsertWords } from "../engine.ts";
import type { Prepare } from "./sqlite-connection.ts";

const INSERT = `insert into entity_words (kind, word, entity_id)
  select ?, ?, value from json_each(?) where true on conflict do nothing`;

/** All rows of a word with one call: for words that many entities have, a call for each row takes longer than the row. */
export const createInsertWords =
  (prepare: Prepare): InsertWords =>
  async (_trx, { kind, entities }) => {
    const statement = prepare(INSERT);
    for (const [word, ids] of entities) statement.run(kind, word, JSON.stringify(ids));
  };
