import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSearch, splitWords } from "./split-words.ts";

test("a word begins after anything but letters and digits, and goes on to the next space", () => {
  assert.deepEqual(splitWords(["Anna-Lena O'Neil"]), ["anna-lena", "lena", "neil", "o'neil"]);
  assert.deepEqual(splitWords(["alice", "alice@example.test"]), [
    "alice@example.test",
    "example.test",
    "test",
  ]);
  assert.deepEqual(splitWords(["usr_01AB"]), ["01ab", "usr_01ab"]);
  assert.deepEqual(splitWords(["camelCase 2ndFloor"]), ["2ndfloor", "camelcase"]);
  // An accent of its own belongs to its letter, also when no letter with it exists.
  assert.deepEqual(splitWords(["x\u0323y"]), ["x\u0323y"]);
  assert.deepEqual(splitWords(["Fox 🦊"]), ["fox", "🦊"]);
});

test("each character of a script without spaces begins a word", () => {
  assert.deepEqual(splitWords(["王小明"]), ["小明", "明", "王小明"]);
  assert.deepEqual(splitWords(["小明A1"]), ["a1", "小明a1", "明a1"].toSorted());
});

test("a search is its words, without what surrounds them", () => {
  assert.deepEqual(splitSearch("  Schmidt,  (Anna) "), ["anna", "schmidt"]);
  assert.deepEqual(splitSearch("a@b"), ["a@b"]);
  assert.deepEqual(splitSearch("al alice"), ["alice"]);
  assert.deepEqual(splitSearch("\0 - %"), []);
});

test("long texts are cut alike in both, and one entity has a bounded number of words", () => {
  const long = `${"x".repeat(127)}🦊rest`;
  assert.deepEqual(splitWords([long]), splitSearch(long));
  assert.equal(splitWords([long])[0], "x".repeat(127));
  const many = Array.from({ length: 200 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
  assert.equal(splitWords([many]).length, 64);
});
