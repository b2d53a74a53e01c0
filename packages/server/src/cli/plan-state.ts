import { InvalidInputError } from "../core/errors.ts";
import type { Foundation } from "../foundation.ts";
import { createPlanningStore } from "../management/planning-store.ts";
import { parseStateData } from "../state/parse-state-data.ts";
import { type Plan, planChanges } from "../state/plan-changes.ts";
import { StateFileError, type StateProblem } from "../state/state-file-error.ts";

/**
 * What a command wants, as a small state: checked by the same rules as a file. Nobody has written a file, so problems
 * are told without a place in one.
 */
export async function planState({ storage, stateTools }: Foundation, state: unknown): Promise<Plan> {
  const { state: store, directory, permissions } = storage;
  try {
    const parsed = parseStateData(state);
    const planningStore = createPlanningStore(store, directory, permissions);
    const plan = await planChanges(parsed, planningStore, { ...stateTools, hasReader: true });
    return { ...plan, warnings: plan.warnings.map(withoutPlace) };
  } catch (error) {
    if (!(error instanceof StateFileError)) throw error;
    throw new InvalidInputError(error.problems.map(describe).join("\n"), { cause: error });
  }
}

/** Most messages name what they speak of; a condition's speaks of words within it. */
const describe = ({ path, message }: StateProblem): string =>
  path.at(-1) === "when" ? `the condition: ${message}` : message;

/** `assignments[0].at: has no effect` becomes `at: has no effect`. */
const withoutPlace = (warning: string): string =>
  warning.replace(/^[a-z_]+\[\d+\](?:\.(\w+):|:) /, (_, key?: string) => (key ? `${key} ` : ""));
