import assert from "node:assert/strict";
import { test } from "node:test";
import { findLate } from "./pipelining.ts";

const answer = (milliseconds: number, status?: number) => ({
  milliseconds,
  text: "",
  isAbandoned: false,
  ...(status !== undefined && { status }),
});

test("a late answer, another one than 200 and 503, and none at all are found", () => {
  assert.deepEqual(findLate([answer(9_000, 200), answer(10, 503)]), []);
  assert.deepEqual(findLate([answer(12_000, 200), answer(10, 500), answer(10)]), [
    "a new connection: an answer after 12.0 s",
    "a new connection: 500",
    "a new connection: no answer",
  ]);
});
