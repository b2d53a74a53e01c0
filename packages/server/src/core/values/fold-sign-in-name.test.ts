import assert from "node:assert/strict";
import { test } from "node:test";
import { foldCase } from "./fold-case.ts";
import { foldSignInName } from "./fold-sign-in-name.ts";

test("names that differ in case, in compatibility forms or in spaces around them have the same folded text", () => {
  for (const [a, b] of [
    ["Ada", "aDA"],
    ["ａｄａ", "ada"],
    ["ﬁona", "FIONA"],
    ["STRAẞE", "strasse"],
    ["straße", "STRASSE"],
    ["e\u0301tude", "ÉTUDE"],
    ["ὈΔΥΣΣΕΎΣ", "ὀδυσσεύς"],
    [" ada@example.test ", "ADA＠Example.test"],
    ["K", "k"],
  ] as const)
    assert.equal(foldSignInName(a), foldSignInName(b), `${a} ${b}`);
  assert.notEqual(foldSignInName("ada"), foldSignInName("áda"));
  assert.notEqual(foldSignInName("ada"), foldSignInName("аda"), "another alphabet");
});

test("every letter folds like its other spellings, and a folded name stays the same", () => {
  for (const point of lettersWithSpellings()) {
    const name = `x${String.fromCodePoint(point)}y`;
    const folded = foldSignInName(name);
    const spellings = [
      name.toUpperCase(),
      name.toLowerCase(),
      name.normalize("NFKC"),
      foldCase(name),
      folded,
    ];
    for (const spelling of spellings) assert.equal(foldSignInName(spelling), folded, point.toString(16));
  }
});

/** The blocks of Unicode with letters that have cases or compatibility forms. */
function* lettersWithSpellings(): Generator<number> {
  for (const [first, last] of [
    [0x80, 0x33ff],
    [0xa640, 0xabff],
    [0xf900, 0xffff],
    [0x10400, 0x105ff],
    [0x1d400, 0x1d7ff],
    [0x1e900, 0x1f1ff],
  ] as const)
    for (let point = first; point <= last; point += 1) yield point;
}
