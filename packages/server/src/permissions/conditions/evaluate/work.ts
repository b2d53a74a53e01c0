/**
 * How much the conditions of one decision may do together, however many there are. A unit is about one step of the
 * evaluator, a fifth of a microsecond; every evaluation pays for its size and for the data it is given, and whatever
 * grows with the data (a loop, a comparison of lists, a search in a text) pays as it goes. Counted and not timed, so
 * that the same inputs always have the same outcome.
 *
 * A condition such as `subject.name == "alice"` takes about 15 units, so hundreds of them come nowhere near.
 */
export const DECISION_WORK = 100_000;

/** The budget that conditions share: those of one decision, or of one explanation. */
export interface WorkBudget {
  left: number;
  /** Is told what was spent. */
  readonly meter: WorkMeter | undefined;
}

/** Adds up what the decisions of one request spend. Each of them has a budget of its own. */
export interface WorkMeter {
  spent: number;
}

export const createWorkBudget = (meter?: WorkMeter): WorkBudget => ({ left: DECISION_WORK, meter });

export const createWorkMeter = (): WorkMeter => ({ spent: 0 });

/** Ends an evaluation. An error can be absorbed by `||`, but what ran out of work has no outcome at all. */
class WorkExhaustedError extends Error {}

/** Made once: an error with its stack costs more than an evaluation. */
const EXHAUSTED = new WorkExhaustedError("the condition takes too much work");

export const isWorkExhausted = (error: unknown): boolean => error === EXHAUSTED;

export function spend(budget: WorkBudget, units: number): void {
  budget.left -= units;
  if (budget.left < 0) throw EXHAUSTED;
}

/** Searching or copying a text is fast, so that many characters make one unit. */
export const spendOnText = (budget: WorkBudget, characters: number): void =>
  spend(budget, 1 + characters / 64);
