import assert from "node:assert/strict";
import { test } from "node:test";
import { findSlowest } from "./find-slowest.ts";

const SECOND = 1_000;
const transfer = (name: string, begunAt: number, bytes: number) => ({
  name,
  begunAt,
  transferredBytes: () => bytes,
});

test("the one with the fewest bytes in its time is the slowest", () => {
  const transfers = [
    transfer("fast", 0, 1_000_000),
    transfer("slow", 0, 10),
    transfer("as fast, but later", 9 * SECOND, 100_000),
  ];
  assert.equal(findSlowest(transfers, 10 * SECOND)?.name, "slow");
});

test("of two that are alike, the first one is", () => {
  assert.equal(findSlowest([transfer("first", 0, 0), transfer("second", 0, 0)], SECOND)?.name, "first");
});

test("who has just begun is not slower than who sends a byte a second", () => {
  const transfers = [transfer("drips", 0, 10), transfer("new", 10 * SECOND, 0)];
  assert.equal(findSlowest(transfers, 10 * SECOND)?.name, "drips");
});

test("of none, there is none", () => {
  assert.equal(findSlowest([]), undefined);
});
