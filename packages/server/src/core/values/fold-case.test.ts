import assert from "node:assert/strict";
import { test } from "node:test";
import { foldCase } from "./fold-case.ts";

test("texts that differ only in case have the same folded text", () => {
  for (const [a, b] of [
    ["Alice", "aLICE"],
    ["Ångström", "ÅNGSTRÖM"],
    ["e\u0301tude", "Étude"],
    ["Straße", "STRASSE"],
    ["ὈΔΥΣΣΕΎΣ", "ὀδυσσεύς"],
    ["Жук", "жУК"],
  ] as const) {
    assert.equal(foldCase(a), foldCase(b));
  }
  assert.notEqual(foldCase("a"), foldCase("á"));
});

test("the folded prefix of a name is a prefix of the folded name", () => {
  const name = "ΟΔΥΣΣΕΥΣ İstanbul Straße";
  for (let end = 0; end <= name.length; end += 1) {
    assert.ok(foldCase(name).startsWith(foldCase(name.slice(0, end))), name.slice(0, end));
  }
});
