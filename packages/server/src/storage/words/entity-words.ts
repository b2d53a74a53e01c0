import { foldCase } from "../../core/values/fold-case.ts";
import type { Entities, EntityKind } from "../../directory/change.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import { type FoldedText, joinMarked, splitWords } from "./split-words.ts";

export interface EntityWords {
  /** The words that have rows. */
  readonly words: readonly string[];
  /** The column `words` of the entity. */
  readonly marked: string;
}

/** Both at once: a file may have 30,000 users, and their texts are folded once. */
export function readEntityWords<K extends EntityKind>(kind: K, value: Entities[K]): EntityWords {
  const texts: FoldedText[] = [];
  for (const { read, column, prefix } of kindOf(kind).searched) {
    const text = read(value);
    if (text === undefined) continue;
    const folded = foldCase(text);
    const indexedAt = column === undefined ? NOWHERE : indexedOffsets(folded, prefix);
    texts.push({ text: folded, indexedAt });
  }
  return { words: splitWords(texts), marked: joinMarked(texts.map(({ text }) => text)) };
}

const NOWHERE: readonly number[] = [];
const AT_START: readonly number[] = [0];
const indexedOffsets = (text: string, prefix: string | undefined): readonly number[] =>
  prefix !== undefined && text.startsWith(prefix) ? [0, prefix.length] : AT_START;
