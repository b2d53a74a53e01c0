import { sql } from "kysely";
import { type Change, type EntityKind, entityId } from "../../state/change.ts";
import type { Engine, Trx } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";
import { isSearched, searchedTextsOf } from "./searched-texts.ts";
import { splitWords } from "./split-words.ts";

export type WriteWords = (trx: Trx, kind: EntityKind, changes: readonly Change[]) => Promise<void>;

/**
 * Writes the words of entities of one kind, each id once, in the transaction that writes the entities. Words that
 * stay are not touched: most changes of a user change none.
 */
export function createWriteWords({ db, createInsert }: Engine): WriteWords {
  const insert = createInsert(["kind", "word", "entity_id"], (rows) =>
    db.insertInto("entity_words").values(rows as never),
  );
  return async (trx, kind, changes) => {
    if (!isSearched(kind)) return;
    for (const chunk of fixedChunks(changes)) {
      const stored = await readWords(trx, kind, chunk.map(entityId));
      const written = chunk.map((change) => ({
        id: entityId(change),
        words: new Set(splitWords(searchedTextsOf(kind, change.value as never))),
      }));
      for (const { id, words } of written) {
        const gone = [...(stored.get(id) ?? [])].filter((word) => !words.has(word));
        if (gone.length > 0) await deleteSome(trx, kind, id, gone);
      }
      const rows = written.flatMap(({ id, words }) =>
        [...words]
          .filter((word) => !stored.get(id)?.has(word))
          .map((word) => ({ kind, word, entity_id: id })),
      );
      await insert(trx, rows);
    }
  };
}

/**
 * The stored words of each entity. One subquery for each id: PostgreSQL has no statistics of new words, and for a list
 * of ids it would read the words of all entities.
 */
async function readWords(trx: Trx, kind: EntityKind, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; words: string | null }>`
    select column1 as id, (
      select string_agg(word, ' ') from entity_words where entity_id = column1 and kind = ${kind}) as words
    from (values ${sql.join(ids.map((id) => sql`(${id})`))}) as written`.execute(trx);
  return new Map(rows.map(({ id, words }) => [id, new Set(words?.split(" "))]));
}

async function deleteSome(trx: Trx, kind: EntityKind, id: string, words: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("entity_words")
    .where("kind", "=", kind)
    .where("entity_id", "=", id)
    .where("word", "in", words)
    .execute();
}

/** Deletes the words of deleted entities. */
export async function deleteWords(trx: Trx, kind: EntityKind, ids: readonly string[]): Promise<void> {
  if (!isSearched(kind)) return;
  for (const id of ids)
    await trx.deleteFrom("entity_words").where("entity_id", "=", id).where("kind", "=", kind).execute();
}
