import assert from "node:assert/strict";
import { test } from "node:test";
import { retryPauseMilliseconds } from "./retry-pause.ts";

test("the pause doubles with every attempt, up to a second", () => {
  const longest = [1, 2, 3, 4, 5, 6, 60].map((attempt) => retryPauseMilliseconds(attempt, 1));
  assert.deepEqual(longest, [50, 100, 200, 400, 800, 1000, 1000]);
});

test("chance takes up to half of it away, and never all", () => {
  assert.equal(retryPauseMilliseconds(3, 0), 100);
  assert.equal(retryPauseMilliseconds(3, 0.5), 150);
});
