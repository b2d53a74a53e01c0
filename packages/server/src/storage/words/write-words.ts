import { type Change, type EntityKind, entityId } from "../../directory/change.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { Engine, Trx, WritingTrx } from "../engine/engine.ts";
import { entityKey } from "../state/find-entities-before.ts";
import { readEntityWords } from "./entity-words.ts";

/** What is stored of the entities of a change set while it is written, keyed by `entityKey`. */
export type PresentValues = Map<string, Pick<Change, "kind" | "value">>;

/** A change, and the words that its entity then has. */
interface Written {
  readonly change: Change;
  readonly words: readonly string[];
}

export type WriteWords = (
  trx: WritingTrx,
  kind: EntityKind,
  written: readonly Written[],
  present: PresentValues,
) => Promise<void>;

/**
 * Writes the words of entities of one kind, each id once, in the transaction that writes the entities. The words of the
 * stored value are known without reading them, so only the difference is written: most changes of a user have none.
 */
export function createWriteWords({ insertWords }: Engine): WriteWords {
  return async (trx, kind, written, present) => {
    if (kindOf(kind).searched.length === 0) return;
    const deferred = trx.later();
    const ofNew: IdsByWord = new Map();
    const ofChanged: IdsByWord = new Map();
    for (const { change, words } of written) {
      const id = entityId(change);
      const key = entityKey(change);
      const stored = present.get(key);
      const before = wordsBefore(stored);
      present.set(key, change);
      for (const word of words)
        if (!before.includes(word)) addTo(stored === undefined ? ofNew : ofChanged, word, id);
      const gone = before.filter((word) => !words.includes(word));
      if (gone.length > 0) await deleteSome(deferred, kind, id, gone);
    }
    await insertWords(deferred, { kind, entities: inKeyOrder(ofNew), areNew: true });
    await insertWords(deferred, { kind, entities: inKeyOrder(ofChanged), areNew: false });
  };
}

type IdsByWord = Map<string, string[]>;

function addTo(words: IdsByWord, word: string, id: string): void {
  const ids = words.get(word);
  if (ids === undefined) words.set(word, [id]);
  else ids.push(id);
}

const inKeyOrder = (words: IdsByWord) =>
  [...words.keys()].sort().map((word) => [word, (words.get(word) ?? []).sort()] as const);

const NONE: readonly string[] = [];
const wordsBefore = (stored: Pick<Change, "kind" | "value"> | undefined): readonly string[] =>
  stored === undefined ? NONE : readEntityWords(stored.kind, stored.value as never).words;

/** Deletes the words of a deleted entity. */
export async function deleteWords(trx: WritingTrx, kind: EntityKind, id: string, value: Change["value"]) {
  const words = wordsBefore({ kind, value });
  if (words.length > 0) await deleteSome(trx.later(), kind, id, words);
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
