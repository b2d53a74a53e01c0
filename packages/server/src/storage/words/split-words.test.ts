import assert from "node:assert/strict";
import { test } from "node:test";
import { foldCase } from "../../core/values/fold-case.ts";
import { joinMarked, markWords, splitSearch, splitWords } from "./split-words.ts";

const NOWHERE: readonly number[] = [];
/** All words, as if no index had any. */
const wordsIn = (...texts: string[]) =>
  splitWords(texts.map((text) => ({ text: foldCase(text), indexedAt: NOWHERE })));

test("a word begins after anything but letters and digits, and goes on to the next space", () => {
  assert.deepEqual(wordsIn("Anna-Lena O'Neil"), ["anna-lena", "lena", "neil", "o'neil"]);
  assert.deepEqual(wordsIn("alice", "alice@example.test"), ["alice@example.test", "example.test", "test"]);
  assert.deepEqual(wordsIn("usr_01AB"), ["01ab", "usr_01ab"]);
  assert.deepEqual(wordsIn("camelCase 2ndFloor"), ["2ndfloor", "camelcase"]);
  // An accent of its own belongs to its letter, also when no letter with it exists.
  assert.deepEqual(wordsIn("x\u0323y"), ["x\u0323y"]);
  assert.deepEqual(wordsIn("Fox 🦊"), ["fox", "🦊"]);
});

test("each character of a script without spaces begins a word", () => {
  assert.deepEqual(wordsIn("王小明"), ["小明", "明", "王小明"]);
  assert.deepEqual(wordsIn("小明A1"), ["a1", "小明a1", "明a1"].toSorted());
});

test("a search is its words, without what surrounds them", () => {
  assert.deepEqual(splitSearch("  Schmidt,  (Anna) "), ["anna", "schmidt"]);
  assert.deepEqual(splitSearch("a@b"), ["a@b"]);
  assert.deepEqual(splitSearch("al alice"), ["alice"]);
  assert.deepEqual(splitSearch("\0 - %"), []);
});

test("long texts are cut alike in both", () => {
  const long = `${"x".repeat(127)}🦊rest`;
  assert.deepEqual(wordsIn(long), splitSearch(long));
  assert.equal(wordsIn(long)[0], "x".repeat(127));
});

test("words that an index of the entity finds have no row, nor have their beginnings", () => {
  const atStart = (text: string) => ({ text, indexedAt: [0] });
  assert.deepEqual(splitWords([atStart("alice"), atStart("alice@example.test"), atStart("alice test")]), [
    "example.test",
    "test",
  ]);
  assert.deepEqual(splitWords([atStart("anna.schmidt"), atStart("schmidt, anna")]), []);
  assert.deepEqual(splitWords([{ text: "usr_01ab", indexedAt: [0, 4] }]), []);
  assert.deepEqual(splitWords([atStart("(anna) li")]), ["anna)", "li"]);
  assert.deepEqual(splitWords([atStart("王小明")]), ["小明", "明"]);
});

test("a row matches a word exactly when one of its words begins with it", () => {
  const texts = ["anna-lena o'neil", "王小明a1", "x\u0323y (straße)", "alice@example.test", "fox 🦊"];
  const words = wordsIn(...texts);
  const marked = joinMarked(texts.map(foldCase));
  const pieces = texts.flatMap((text) =>
    [...text].flatMap((_, at, all) => all.slice(at).map((__, to) => all.slice(at, at + to + 1).join(""))),
  );
  for (const word of pieces.flatMap(splitSearch)) {
    const begins = words.some((stored) => stored.startsWith(word));
    assert.equal(marked.includes(markWords(word)), begins, word);
  }
});
