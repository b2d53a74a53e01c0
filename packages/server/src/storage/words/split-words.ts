import { foldCase } from "../../core/values/fold-case.ts";

/** Letters, digits and pictures make words; everything else separates them. A mark belongs to its letter. */
const IN_WORD = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}]/u;
/** These scripts write words without spaces, so each character begins a word: 明 finds 王小明. */
const EACH_BEGINS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const SPACE = /[\s\p{Cc}]/u;
const SPACES = new RegExp(`${SPACE.source}+`, "u");

/** Longer words are cut, and so are the words of a search. An index of PostgreSQL takes at most 2,704 bytes. */
const MAX_WORD_LENGTH = 128;

/** Stands before each beginning of a word. It is a control character, which no word contains. */
export const BEGINNING = "\u0001";

/** A text that is searched, folded. */
export interface FoldedText {
  readonly text: string;
  /** Where an index of the entity's own table finds the words that begin there. */
  readonly indexedAt: readonly number[];
}

/**
 * The words that need a row, without those that an index of the entity's own table finds. A word goes on to the next
 * space, beyond its own end: `alice@example.test` gives `example.test` and `test`, so `example.t` is found as well.
 */
export function splitWords(texts: readonly FoldedText[]): readonly string[] {
  const words: string[] = [];
  const indexed: string[] = [];
  for (const { text, indexedAt } of texts) {
    for (const offset of beginningsIn(text))
      (indexedAt.includes(offset) ? indexed : words).push(wordAt(text, offset));
  }
  return withoutBeginnings(words).filter((word) => !indexed.some((longer) => longer.startsWith(word)));
}

/**
 * All texts in one, each with its marks. A row is checked with it: it matches a word of a search when it contains
 * `markWords` of that word. Marks depend only on the two characters around them, so those of the search are where those
 * of the text are.
 */
export const joinMarked = (texts: readonly string[]): string => texts.map(markWords).join(" ");

/** A folded text with a mark before each beginning of a word. */
export function markWords(text: string): string {
  let marked = "";
  let from = 0;
  for (const offset of beginningsIn(text)) {
    marked += text.slice(from, offset) + BEGINNING;
    from = offset;
  }
  return marked + text.slice(from);
}

/** The words of a search, folded. All of them must be the beginning of a word. */
export function splitSearch(search: string): readonly string[] {
  const words = foldCase(search)
    .split(SPACES)
    .map((word) => cut(trimmed(word)));
  return withoutBeginnings(words.filter((word) => word !== ""));
}

/** Where the words of a folded text begin. Most texts are ASCII, which needs no table of Unicode. */
function beginningsIn(text: string): readonly number[] {
  const found: number[] = [];
  let wasInWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > LAST_ASCII) return beginningsOfAny(text);
    const isWithin = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
    if (isWithin && !wasInWord) found.push(at);
    wasInWord = isWithin;
  }
  return found;
}

const LAST_ASCII = 0x7f;

function beginningsOfAny(text: string): readonly number[] {
  const found: number[] = [];
  let at = 0;
  let previous = "";
  for (const character of text) {
    if (beginsWord(character, previous)) found.push(at);
    at += character.length;
    previous = character;
  }
  return found;
}

function wordAt(text: string, offset: number): string {
  const rest = text.slice(offset, offset + MAX_WORD_LENGTH + 1);
  const end = rest.search(SPACE);
  return cut(end === -1 ? rest : rest.slice(0, end));
}

const beginsWord = (character: string, previous: string): boolean =>
  isInWord(character) && (!isInWord(previous) || eachBegins(character) || eachBegins(previous));

const isInWord = (character: string): boolean => IN_WORD.test(character);
const eachBegins = (character: string): boolean => character >= "\u1100" && EACH_BEGINS.test(character);

/** Without what surrounds a word in a text: `Schmidt,` and `(Berlin)` are searches for the words. */
function trimmed(word: string): string {
  const characters = [...word];
  const first = characters.findIndex((character) => IN_WORD.test(character));
  const last = characters.findLastIndex((character) => IN_WORD.test(character));
  return characters.slice(Math.max(first, 0), last + 1).join("");
}

/** Never leaves half of a character. */
const cut = (word: string): string =>
  word.length <= MAX_WORD_LENGTH ? word : word.slice(0, MAX_WORD_LENGTH).replace(/[\uD800-\uDBFF]$/, "");

/** A word that another one begins with is found by that one. In order, such a word is next to the longer one. */
const withoutBeginnings = (words: readonly string[]): readonly string[] =>
  words.length <= 1
    ? words
    : words.toSorted().filter((word, index, sorted) => !sorted[index + 1]?.startsWith(word));
