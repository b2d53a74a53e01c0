import assert from "node:assert/strict";
import { test } from "node:test";
import { retryPauseMilliseconds } from "./retry-pause.ts";

test("the pause doubles with every attempt, up to a second", () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 8, 60].map((attempt) => retryPauseMilliseconds(attempt, 1));
  assert.deepEqual(longest, [10, 20, 40, 80, 160, 320, 640, 1000, 1000]);
});

test("chance takes up to half of it away, and never all", () => {
  assert.equal(retryPauseMilliseconds(3, 0), 20);
  assert.equal(retryPauseMilliseconds(3, 0.5), 30);
});
