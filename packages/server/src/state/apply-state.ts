import { setTimeout as sleep } from "node:timers/promises";
import { ConflictError } from "../core/errors.ts";
import { retryPauseMilliseconds } from "../core/retry-pause.ts";
import type { Actor } from "./change.ts";
import { parseStateFile } from "./parse-state-file.ts";

import { type Plan, planChanges, type StateTools } from "./plan-changes.ts";
import { createSettlePassword } from "./settle-password.ts";
import type { StateStore } from "./stores.ts";

const MAX_ATTEMPTS = 5;

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

  for (let attempt = 1; ; attempt += 1) {
    // Read before anything else: whatever is committed from here on makes our commit fail, and we plan again.
    const revision = await store.revision();
    const { changes, ...applied } = await planChanges(file, store, tools, settlePassword);
    if (changes.length === 0) return { ...applied, revision };
    try {
      return { ...applied, ...(await store.commit(changes, actor, { revision })) };
    } catch (error) {
      const overtaken = error instanceof ConflictError && (await store.revision()) !== revision;
      if (!overtaken || attempt === MAX_ATTEMPTS) throw error;
      await sleep(retryPauseMilliseconds(attempt, Math.random()));
    }
  }
}
