/**
 * The work that all conditions of one decision may do together. A unit is about one step of the evaluator, a fifth of a
 * microsecond. Every evaluation spends units for its size and its data; work that grows with the data (a loop, a
 * comparison of lists, a search in a text) spends them while it runs. Work is counted and not timed, so the same inputs
 * always have the same outcome.
 *
 * A condition such as `subject.name == "alice"` takes about 15 units, so hundreds of them stay far below the limit.
 */
export const DECISION_WORK = 100_000;

/** The budget that conditions share: those of one decision, or of one explanation. */
export interface WorkBudget {
  left: number;
  /** Receives the amount of each spending. */
  readonly meter: WorkMeter | undefined;
}

/** Adds up the work of the decisions of one request. Each decision has its own budget. */
export interface WorkMeter {
  spent: number;
}

export const createWorkBudget = (meter?: WorkMeter): WorkBudget => ({ left: DECISION_WORK, meter });

export const createWorkMeter = (): WorkMeter => ({ spent: 0 });

/** Ends an evaluation. `||` can absorb an error, but an evaluation without work left has no outcome at all. */
class WorkExhaustedError extends Error {}

/** Created once: an error with its stack costs more than an evaluation. */
const EXHAUSTED = new WorkExhaustedError("the condition takes too much work");

export const isWorkExhausted = (error: unknown): boolean => error === EXHAUSTED;

export function spend(budget: WorkBudget, units: number): void {
  budget.left -= units;
  if (budget.left < 0) throw EXHAUSTED;
}

/** Searching or copying a text is fast, so many characters cost one unit. */
export const spendOnText = (budget: WorkBudget, characters: number): void =>
  spend(budget, 1 + characters / 64);
