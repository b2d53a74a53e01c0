import type { Actor } from "../directory/change.ts";
import { commitPlanned } from "../directory/commit-planned.ts";
import { createPasswordHasher, type PasswordHasher } from "../directory/plan/password-hasher.ts";
import type { PlannerDependencies } from "../directory/plan/plan-changes.ts";
import type { StateStore } from "../directory/stores.ts";
import { parseConfigurationFile } from "./parse-configuration-file.ts";
import { type FilePlan, planConfigurationFile } from "./plan-configuration-file.ts";

export interface AppliedState extends Omit<FilePlan, "changes"> {
  /** The revision of the state after the apply. It is unchanged when the plan has no changes. */
  readonly revision: number;
}

/** Applies all changes of the file in one transaction, or none. */
export async function applyConfigurationFile(request: {
  readonly text: string;
  readonly fileName: string;
  readonly store: StateStore;
  readonly actor: Actor;
  readonly dependencies: PlannerDependencies;
  readonly hashPassword?: PasswordHasher;
}): Promise<AppliedState> {
  const { store, dependencies, hashPassword = createPasswordHasher() } = request;
  // The author of a file may grant anything, and the same file must produce the same state again.
  const actor = { ...request.actor, mayReuseNames: true };
  const file = parseConfigurationFile(request.text, request.fileName);

  const { changes: _, ...applied } = await commitPlanned({
    store,
    plan: () => planConfigurationFile(file, store, dependencies, hashPassword),
    actor: () => actor,
    takesTurn: true,
  });
  return applied;
}
