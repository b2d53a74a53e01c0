const FIRST_MILLISECONDS = 10;
const LONGEST_MILLISECONDS = 1_000;

/**
 * How long a writer waits after a conflict with another one: longer after each attempt, so that a burst can pass, and
 * random, so that the two do not meet again. `random` is from 0 to 1.
 */
export function retryPauseMilliseconds(attempt: number, random: number): number {
  const longest = Math.min(FIRST_MILLISECONDS * 2 ** (attempt - 1), LONGEST_MILLISECONDS);
  return longest * (0.5 + random / 2);
}
