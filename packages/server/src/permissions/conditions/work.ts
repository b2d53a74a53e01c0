/**
 * How much the conditions of one decision may do together, however many there are. A unit is about one step of the
 * evaluator, a fifth of a microsecond; every evaluation pays for its size and for the data it is given, and whatever
 * grows with the data (a loop, a comparison of lists, a search in a text) pays as it goes. Counted and not timed, so
 * that the same inputs always have the same outcome.
 *
 * A condition such as `subject.name == "alice"` takes about 15 units, so hundreds of them come nowhere near.
 */
export const DECISION_WORK = 100_000;

/** What is left for conditions that share their work: those of one decision, or of one explanation. */
export interface WorkBudget {
  left: number;
}

export const createWorkBudget = (): WorkBudget => ({ left: DECISION_WORK });

let left = DECISION_WORK;
let finished = 0;

/** Evaluation is synchronous and never nests, so one counter serves all conditions. */
export function startWork(budget: WorkBudget): void {
  left = budget.left;
}

/** Writes down what was spent since the start. */
export function finishWork(budget: WorkBudget): void {
  finished += budget.left - left;
  budget.left = left;
}

export function spend(units: number): void {
  left -= units;
  if (left < 0) throw new Error("the condition takes too much work");
}

/** An error can be absorbed by `||`, but what ran out of work has no outcome at all. */
export const isWorkExhausted = (): boolean => left < 0;

/** Searching or copying a text is fast, so that many characters make one unit. */
export const spendOnText = (characters: number): void => spend(1 + characters / 64);

/**
 * Whether what was spent from here on is still within a limit. For code that does not wait for anything: what others
 * spend meanwhile counts as well.
 */
export function limitWork(units: number): () => boolean {
  const startedAt = finished;
  return () => finished - startedAt <= units;
}

/** All that this process ever spent: the difference between two looks is what the code between them cost. */
export const workDone = (): number => finished;
