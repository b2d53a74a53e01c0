import assert from "node:assert/strict";
import { test } from "node:test";
import { countCrash, NO_CRASHES } from "./restart-pause.ts";

test("the first crash is repaired at once, and the pause grows while crashes go on, up to 30 s", () => {
  let crashes = NO_CRASHES;
  const pauses = Array.from({ length: 10 }, () => {
    crashes = countCrash(crashes, 100);
    return crashes.pauseMilliseconds;
  });
  assert.deepEqual(pauses, [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test("a crash after a minute of service counts as the first", () => {
  const often = countCrash(countCrash(NO_CRASHES, 0), 0);
  assert.deepEqual(countCrash(often, 60_000), { inRow: 1, pauseMilliseconds: 0 });
});
