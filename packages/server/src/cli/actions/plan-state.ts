import { InvalidInputError } from "../../core/errors.ts";
import { createPlanningStore } from "../../management/planning-store.ts";
import type { Services } from "../../services.ts";
import { ConfigurationFileError, type Diagnostic } from "../../state/file/configuration-file-error.ts";
import { parseStateData } from "../../state/file/parse-state-data.ts";
import type { PasswordHasher } from "../../state/password-hasher.ts";
import { type Plan, planChanges } from "../../state/plan-changes.ts";

/**
 * Plans the changes of a command by the rules of a configuration file. The command has no file, so its diagnostics have
 * no line and column.
 */
export async function planState(
  { storage, plannerDependencies }: Pick<Services, "plannerDependencies" | "storage">,
  state: unknown,
  hashPassword?: PasswordHasher,
): Promise<Plan> {
  const { state: store, directory, permissions } = storage;
  try {
    const parsed = parseStateData(state);
    const planningStore = createPlanningStore(store, directory, permissions);
    const planner = { ...plannerDependencies, hasReader: true };
    const plan = await planChanges(parsed, planningStore, planner, hashPassword);
    return { ...plan, warnings: plan.warnings.map(withoutPlace) };
  } catch (error) {
    if (!(error instanceof ConfigurationFileError)) throw error;
    throw new InvalidInputError(error.diagnostics.map(describe).join("\n"), { cause: error });
  }
}

/** Most messages name the value that is wrong. The message of a condition names only words inside the condition. */
const describe = ({ path, message }: Diagnostic): string =>
  path.at(-1) === "when" ? `the condition: ${message}` : message;

/** `assignments[0].at: has no effect` becomes `at: has no effect`. */
const withoutPlace = (warning: string): string =>
  warning.replace(/^[a-z_]+\[\d+\](?:\.(\w+):|:) /, (_, key?: string) => (key ? `${key} ` : ""));
