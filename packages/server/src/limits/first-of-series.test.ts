import assert from "node:assert/strict";
import { test } from "node:test";
import { createIsFirstOfSeries } from "./first-of-series.ts";

function start(capacity?: number) {
  const time = { now: 1_000 };
  const clock = { seconds: () => time.now, milliseconds: () => time.now * 1_000 };
  const isFirst = createIsFirstOfSeries({
    clock,
    quietSeconds: 60,
    ...(capacity !== undefined && { capacity }),
  });
  return { time, isFirst };
}

test("the first of a key is told, and again only after it was quiet for a while", () => {
  const { time, isFirst } = start();
  assert.equal(isFirst("a"), true);
  assert.equal(isFirst("b"), true);
  for (let count = 0; count < 10; count += 1) {
    time.now += 59;
    assert.equal(isFirst("a"), false, "it goes on");
  }
  assert.equal(isFirst("b"), true);
  time.now += 60;
  assert.equal(isFirst("a"), true);
});

test("a caller that varies keys evicts the least recent one, and the table grows no further", () => {
  const { isFirst } = start(3);
  for (const key of ["a", "b", "c"]) assert.equal(isFirst(key), true);
  assert.equal(isFirst("a"), false);
  assert.equal(isFirst("d"), true);
  assert.equal(isFirst("a"), false);
  assert.equal(isFirst("b"), true);
});
