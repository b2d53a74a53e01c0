import type { Clock } from "../common/runtime.ts";

export interface TestClock extends Clock {
  /** The waits that were asked for, in milliseconds. None of them took time. */
  readonly waits: readonly number[];
  advance(milliseconds: number): void;
}

/** Stands still until the test moves it. A wait only moves it. */
export function createTestClock(): TestClock {
  let now = Date.parse("2027-01-01T00:00:00Z");
  const waits: number[] = [];
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return {
    now: () => now,
    monotonic: () => now,
    waits,
    advance,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      waits.push(milliseconds);
      advance(milliseconds);
    },
  };
}
