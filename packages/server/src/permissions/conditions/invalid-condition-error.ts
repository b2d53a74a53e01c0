import { InvalidInputError } from "../../core/errors.ts";
import type { ConditionProblem } from "./condition.ts";

/** An expression that cannot be a condition. The message shows the first problem and says how many more there are. */
export class InvalidConditionError extends InvalidInputError {
  readonly problems: readonly ConditionProblem[];

  constructor(problems: readonly ConditionProblem[]) {
    super(describeProblems(problems));
    this.problems = problems;
  }
}

function describeProblems([first, ...others]: readonly ConditionProblem[]): string {
  if (first === undefined) return "the condition is not valid";
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return `condition, line ${first.line}, column ${first.column}: ${first.message}${more}`;
}
