import type { Value } from "./value.ts";
import type { WorkBudget } from "./work.ts";

/** One run of a planned expression: the data that its steps read and write. */
export interface Evaluation {
  /** The inputs that the expression reads, by slot. */
  readonly inputs: readonly Value[];
  /** The current element of each loop, by the loop's number. */
  readonly elements: Value[];
  readonly budget: WorkBudget;
}

/** A node of an expression, ready to run. */
export type Step = (evaluation: Evaluation) => Value;
