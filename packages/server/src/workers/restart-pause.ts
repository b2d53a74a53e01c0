const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
/** A worker that has served for so long did not crash because of its start. */
const STABLE_MILLISECONDS = 60_000;

/**
 * How often the workers of one place crashed in a row, and how long the next one waits. The first crash is repaired at
 * once. A worker that crashes again and again must not use up the machine.
 */
export interface Crashes {
  readonly inRow: number;
  readonly pauseMilliseconds: number;
}

export const NO_CRASHES: Crashes = { inRow: 0, pauseMilliseconds: 0 };

export function countCrash(before: Crashes, servedMilliseconds: number): Crashes {
  const inRow = servedMilliseconds >= STABLE_MILLISECONDS ? 1 : before.inRow + 1;
  const pause = inRow === 1 ? 0 : FIRST_PAUSE_MILLISECONDS * 2 ** Math.min(inRow - 2, 10);
  return { inRow, pauseMilliseconds: Math.min(pause, LONGEST_PAUSE_MILLISECONDS) };
}
