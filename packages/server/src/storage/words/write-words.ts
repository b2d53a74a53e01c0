import { type Change, type EntityKind, entityId } from "../../state/change.ts";
import type { Engine, Trx } from "../engine.ts";
import { entityKey } from "../state/find-entities-before.ts";
import { readEntityWords } from "./entity-words.ts";
import { isSearched } from "./searched-texts.ts";

/** What is stored of the entities of a change set while it is written, keyed by `entityKey`. */
export type PresentValues = Map<string, Pick<Change, "kind" | "value">>;

/** A change, and the words that its entity then has. */
interface Written {
  readonly change: Change;
  readonly words: readonly string[];
}

export type WriteWords = (
  trx: Trx,
  kind: EntityKind,
  written: readonly Written[],
  present: PresentValues,
) => Promise<void>;

/**
 * Writes the words of entities of one kind, each id once, in the transaction that writes the entities. The words of the
 * stored value are known without reading them, so only the difference is written: most changes of a user have none.
 */
export function createWriteWords({ createTextInsert }: Engine): WriteWords {
  const insert = createTextInsert("entity_words", ["kind", "word", "entity_id"]);
  return async (trx, kind, written, present) => {
    if (!isSearched(kind)) return;
    const added: (readonly string[])[] = [];
    for (const { change, words } of written) {
      const id = entityId(change);
      const key = entityKey(change);
      const before = wordsBefore(present.get(key));
      present.set(key, change);
      for (const word of words) if (!before.includes(word)) added.push([kind, word, id]);
      const gone = before.filter((word) => !words.includes(word));
      if (gone.length > 0) await deleteSome(trx, kind, id, gone);
    }
    await insert(trx, added);
  };
}

const NONE: readonly string[] = [];
const wordsBefore = (stored: Pick<Change, "kind" | "value"> | undefined): readonly string[] =>
  stored === undefined ? NONE : readEntityWords(stored.kind, stored.value as never).words;

/** Deletes the words of a deleted entity. */
export async function deleteWords(trx: Trx, kind: EntityKind, id: string, value: Change["value"]) {
  const words = wordsBefore({ kind, value });
  if (words.length > 0) await deleteSome(trx, kind, id, words);
}

/** The key of the table finds the rows: it has no index by entities, which every row would pay for. */
async function deleteSome(trx: Trx, kind: EntityKind, id: string, words: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("entity_words")
    .where("kind", "=", kind)
    .where("entity_id", "=", id)
    .where("word", "in", words)
    .execute();
}
