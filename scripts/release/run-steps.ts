import type { ReleaseContext, ReleaseStep, StepResult } from "./release-step.ts";

export interface StepOutcome extends StepResult {
  readonly name: string;
}

/**
 * Runs the steps in order and tells of each. A release ends at the first that fails. A dry run goes through all of them,
 * so that one look shows everything that is missing.
 */
export async function runSteps(
  steps: readonly ReleaseStep[],
  context: ReleaseContext,
  tell: (outcome: StepOutcome) => void = () => {},
): Promise<readonly StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (const { name, run } of steps) {
    const outcome = { name, ...(await run(context)) };
    outcomes.push(outcome);
    tell(outcome);
    if (outcome.status === "failed" && !context.dryRun) break;
  }
  return outcomes;
}

export const hasFailed = (outcomes: readonly StepOutcome[]): boolean =>
  outcomes.some(({ status }) => status === "failed");

/** One line for each step, and what to do below it. */
export function formatOutcome({ name, status, what, todo }: StepOutcome): string {
  const line = `${status.padEnd(8)} ${name.padEnd(14)} ${what}`;
  return todo === undefined ? line : `${line}\n${" ".repeat(24)}→ ${todo}`;
}
