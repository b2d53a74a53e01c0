import { SURROUNDINGS, type Surroundings } from "../common/surroundings.ts";

export interface TestSurroundings extends Surroundings {
  /** The waits that were asked for, in milliseconds. None of them took time. */
  readonly pauses: readonly number[];
  advance(milliseconds: number): void;
}

/** The real network, a clock that stands still until the test moves it, and waits that only move the clock. */
export function createTestSurroundings(random = 0): TestSurroundings {
  let now = Date.parse("2027-01-01T00:00:00Z");
  const pauses: number[] = [];
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return {
    ...SURROUNDINGS,
    now: () => now,
    random: () => random,
    pauses,
    advance,
    pause: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      pauses.push(milliseconds);
      advance(milliseconds);
    },
  };
}
