import assert from "node:assert/strict";
import { test } from "node:test";
import { computeRatio, computeSpread, quantile } from "./statistics.ts";

test("the median of an even number of rounds lies between the two in the middle", () => {
  assert.deepEqual(computeSpread([4, 1, 3, 2]), { median: 2.5, min: 1, max: 4 });
});

test("a quantile falls between its neighbours in proportion", () => {
  assert.equal(quantile([0, 10, 20], 0.5), 10);
  assert.equal(quantile([0, 10, 20], 0.75), 15);
  assert.equal(quantile([7], 0.99), 7);
});

test("a quantile of nothing is an error, not a zero", () => {
  assert.throws(() => quantile([], 0.5), RangeError);
});

test("a machine that slows down for one round does not change a ratio", () => {
  assert.deepEqual(computeRatio([80, 40, 80], [100, 50, 100]), { median: 0.8, min: 0.8, max: 0.8 });
});

test("rounds that do not pair up are an error", () => {
  assert.throws(() => computeRatio([1, 2], [1]), RangeError);
});
