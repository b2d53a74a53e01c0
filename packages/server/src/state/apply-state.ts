import type { Actor } from "./change.ts";
import { commitPlan } from "./commit-plan.ts";
import { parseStateFile } from "./parse-state-file.ts";
import { type Plan, planChanges, type StateTools } from "./plan-changes.ts";
import { createSettlePassword } from "./settle-password.ts";
import type { StateStore } from "./stores.ts";

export interface AppliedState extends Omit<Plan, "changes"> {
  /** The state's revision after applying; unchanged when there was nothing to do. */
  readonly revision: number;
}

/** Makes the state what the file says, in one transaction or not at all. */
export async function applyStateFile(request: {
  readonly text: string;
  readonly fileName: string;
  readonly store: StateStore;
  readonly actor: Actor;
  readonly tools: StateTools;
}): Promise<AppliedState> {
  const { store, tools } = request;
  // Whoever writes the file may grant anything, and the same file must give the same state again.
  const actor = { ...request.actor, reusesNames: true };
  const file = parseStateFile(request.text, request.fileName);
  const settlePassword = createSettlePassword();

  const { changes: _, ...applied } = await commitPlan({
    store,
    plan: () => planChanges(file, store, tools, settlePassword),
    actor: () => actor,
  });
  return applied;
}
