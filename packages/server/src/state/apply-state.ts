import type { Actor } from "./change.ts";
import { commitPlanned } from "./commit-planned.ts";
import { parseConfigurationFile } from "./file/parse-configuration-file.ts";
import { type Plan, type PlannerDependencies, planChanges } from "./plan-changes.ts";
import { createStagePassword } from "./stage-password.ts";
import type { StateStore } from "./stores.ts";

export interface AppliedState extends Omit<Plan, "changes"> {
  /** The state's revision after applying; unchanged when there was nothing to do. */
  readonly revision: number;
}

/** Makes the state what the file says, in one transaction or not at all. */
export async function applyConfigurationFile(request: {
  readonly text: string;
  readonly fileName: string;
  readonly store: StateStore;
  readonly actor: Actor;
  readonly dependencies: PlannerDependencies;
}): Promise<AppliedState> {
  const { store, dependencies } = request;
  // Whoever writes the file may grant anything, and the same file must give the same state again.
  const actor = { ...request.actor, reusesNames: true };
  const file = parseConfigurationFile(request.text, request.fileName);
  const stagePassword = createStagePassword();

  const { changes: _, ...applied } = await commitPlanned({
    store,
    plan: () => planChanges(file, store, dependencies, stagePassword),
    actor: () => actor,
  });
  return applied;
}
