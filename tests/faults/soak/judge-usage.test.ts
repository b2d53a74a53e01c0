import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeUsage } from "./judge-usage.ts";
import type { UsageSample } from "./usage-sample.ts";

const BARS = { memoryGrowth: 0.1, moreDescriptors: 16, walBytes: 32 * 2 ** 20, transactionSeconds: 10 };

/** An hour of samples, each by default as on a server that keeps its size after the start. */
const soak = (change: (seconds: number) => Partial<UsageSample> = () => ({})): readonly UsageSample[] =>
  Array.from({ length: 721 }, (_, index) => {
    const seconds = index * 5;
    return {
      seconds,
      memoryBytes: (100 + Math.min(seconds / 10, 50) + (index % 7) * 3) * 2 ** 20,
      descriptors: 40 + (index % 5),
      walBytes: 4 * 2 ** 20,
      transactionSeconds: 0.01,
      overdueRows: new Map(),
      ...change(seconds),
    };
  });
const kindsOf = (samples: readonly UsageSample[]) => [...judgeUsage(samples, BARS).exceeded.keys()];

test("a server that grows at its start and varies afterwards is within the bars", () => {
  assert.deepEqual(kindsOf(soak()), []);
});

test("memory that grows slowly for the whole time is seen", () => {
  const leak = (seconds: number) => ({ memoryBytes: (150 + seconds / 150) * 2 ** 20 });
  assert.deepEqual(kindsOf(soak(leak)), ["memory"]);
});

test("descriptors that are never closed are seen", () => {
  assert.deepEqual(kindsOf(soak((seconds) => ({ descriptors: 40 + seconds / 60 }))), ["descriptors"]);
});

test("one moment with a large WAL, a long transaction or old expired rows is seen", () => {
  const once = (value: Partial<UsageSample>) => soak((seconds) => (seconds === 1_800 ? value : {}));
  assert.deepEqual(kindsOf(once({ walBytes: 40 * 2 ** 20 })), ["WAL"]);
  assert.deepEqual(kindsOf(once({ transactionSeconds: 11 })), ["transactions"]);
  assert.deepEqual(kindsOf(once({ overdueRows: new Map([["sessions", 1]]) })), ["expired rows"]);
});
