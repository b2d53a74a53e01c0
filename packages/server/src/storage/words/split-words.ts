import { foldCase } from "../fold-case.ts";

/** Letters, digits and pictures make words; everything else separates them. A mark belongs to its letter. */
const IN_WORD = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}]/u;
/** These scripts write words without spaces, so each character begins a word: 明 finds 王小明. */
const EACH_BEGINS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const SPACES = /[\s\p{Cc}]+/u;

/** Longer words are cut, and so are the words of a search. An index of PostgreSQL takes at most 2,704 bytes. */
const MAX_WORD_LENGTH = 128;
/** Far above what names have. It bounds the rows that one entity can write. */
const MAX_WORDS = 64;

/**
 * The texts whose beginnings a search finds, folded. A word goes on to the next space, beyond its own end:
 * `alice@example.test` gives `alice@example.test`, `example.test` and `test`, so `example.t` is found as well.
 */
export function splitWords(texts: readonly string[]): readonly string[] {
  const words = texts.flatMap((text) => foldCase(text).split(SPACES).flatMap(beginningsIn));
  return withoutBeginnings([...new Set(words)].slice(0, MAX_WORDS));
}

/** The words of a search, folded. All of them must be the beginning of a word. */
export function splitSearch(search: string): readonly string[] {
  const words = foldCase(search)
    .split(SPACES)
    .map((word) => cut(trimmed(word)));
  return withoutBeginnings([...new Set(words)].filter((word) => word !== ""));
}

function beginningsIn(text: string): readonly string[] {
  const found: string[] = [];
  let at = 0;
  let previous = "";
  for (const character of text) {
    if (beginsWord(character, previous)) found.push(cut(text.slice(at)));
    at += character.length;
    previous = character;
  }
  return found;
}

const beginsWord = (character: string, previous: string): boolean =>
  isInWord(character) && (!isInWord(previous) || eachBegins(character) || eachBegins(previous));

/** Most characters are ASCII, and a file may have 30,000 users: these two answers need no table of Unicode. */
const isInWord = (character: string): boolean =>
  character < "\u0080"
    ? (character >= "a" && character <= "z") || (character >= "0" && character <= "9")
    : IN_WORD.test(character);
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
  words.toSorted().filter((word, index, sorted) => !sorted[index + 1]?.startsWith(word));
