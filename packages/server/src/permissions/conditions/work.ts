/**
 * How much one evaluation may do. A unit is about one step of the evaluator, well under a microsecond; whatever grows
 * with the data (a loop, a comparison of lists, a search in a text) spends as it goes. Counted and not timed, so that
 * the same inputs always have the same outcome.
 */
const WORK = 100_000;

let left = WORK;

/** Evaluation is synchronous and never nests, so one counter serves all conditions. */
export function startWork(): void {
  left = WORK;
}

export function spend(units: number): void {
  left -= units;
  if (left < 0) throw new Error("the condition takes too much work");
}

/** An error can be absorbed by `||`, but what ran out of work has no outcome at all. */
export const isWorkExhausted = (): boolean => left < 0;

/** Searching or copying a text is fast, so that many characters make one unit. */
export const spendOnText = (characters: number): void => spend(1 + characters / 64);
