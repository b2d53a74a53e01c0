import assert from "node:assert/strict";
import { test } from "node:test";
import { beginTransfer, findSlowest, measureTransfers } from "./find-slowest.ts";

const SECOND = 1_000;

/** Transfers whose bytes the test decides. */
function begin(name: string, at: number) {
  const sent = { bytes: 0 };
  return { name, sent, ...beginTransfer(() => sent.bytes, at) };
}

test("the one with the fewest bytes in the last window is the slowest, whatever it had before", () => {
  const [swallowed, steady] = [begin("swallowed", 0), begin("steady", 0)];
  swallowed.sent.bytes = 2_000_000;
  steady.sent.bytes = 10_000;
  measureTransfers([swallowed, steady], SECOND);
  assert.equal(findSlowest([swallowed, steady])?.name, "steady");
  steady.sent.bytes = 20_000;
  measureTransfers([swallowed, steady], 2 * SECOND);
  assert.equal(findSlowest([swallowed, steady])?.name, "swallowed");
});

test("of two that are alike, the first one is", () => {
  const both = [begin("first", 0), begin("second", 0)];
  assert.equal(findSlowest(both)?.name, "first");
  measureTransfers(both, SECOND);
  assert.equal(findSlowest(both)?.name, "first");
});

test("who has just begun is not slower than who sends a byte a second", () => {
  const [old, latest] = [begin("drips", 0), begin("latest", 10 * SECOND)];
  old.sent.bytes = 10;
  measureTransfers([latest, old], 10 * SECOND);
  assert.equal(findSlowest([latest, old])?.name, "drips");
});

test("of none, there is none", () => {
  assert.equal(findSlowest([]), undefined);
});
