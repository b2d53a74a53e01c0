import type { Clock } from "@licet/engine/internal/values/time.ts";

/** The real time, and more when a test says so. */
export interface MovableClock extends Clock {
  advance(seconds: number): void;
  /** Only `advance` moves it while the work is done, however long that takes. */
  stopWhile<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createMovableClock(): MovableClock {
  let ahead = 0;
  let stoppedAt: number | undefined;
  const milliseconds = () => (stoppedAt ?? Date.now()) + ahead;
  return {
    milliseconds,
    seconds: () => Math.floor(milliseconds() / 1000),
    advance(seconds) {
      ahead += seconds * 1000;
    },
    async stopWhile(work) {
      stoppedAt = Date.now();
      try {
        return await work();
      } finally {
        stoppedAt = undefined;
      }
    },
  };
}
