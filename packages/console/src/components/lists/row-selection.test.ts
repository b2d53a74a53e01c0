import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsBetween } from "./row-selection.ts";

const SHOWN = ["a", "b", "c", "d"];
const between = (from: string | undefined, to: string, canSelect = (_row: string) => true) =>
  rowsBetween(SHOWN, { keyOf: (row) => row, canSelect }, from, to);

test("a range reaches from the row of the last click to this one, in either direction", () => {
  assert.deepEqual(between("b", "d"), ["b", "c", "d"]);
  assert.deepEqual(between("c", "a"), ["a", "b", "c"]);
  assert.deepEqual(between("b", "b"), ["b"]);
});

test("without a first click, or if its row is gone, a range is the one row", () => {
  assert.deepEqual(between(undefined, "c"), ["c"]);
  assert.deepEqual(between("gone", "c"), ["c"]);
});

test("a range leaves out the rows that no action applies to", () => {
  assert.deepEqual(
    between("a", "d", (row) => row !== "b"),
    ["a", "c", "d"],
  );
});
