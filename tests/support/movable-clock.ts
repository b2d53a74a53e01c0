import type { Clock } from "@licet/engine/values/time.ts";

/** The real time, and more when a test says so. */
export interface MovableClock extends Clock {
  advance(seconds: number): void;
}

export function createMovableClock(): MovableClock {
  let ahead = 0;
  const milliseconds = () => Date.now() + ahead;
  return {
    milliseconds,
    seconds: () => Math.floor(milliseconds() / 1000),
    advance(seconds) {
      ahead += seconds * 1000;
    },
  };
}
