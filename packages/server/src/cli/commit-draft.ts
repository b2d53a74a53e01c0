import { setTimeout as sleep } from "node:timers/promises";
import { ConflictError } from "../core/errors.ts";
import { retryPauseMilliseconds } from "../core/retry-pause.ts";
import type { Foundation } from "../foundation.ts";
import type { Change } from "../state/change.ts";
import { markInitialised } from "./installation.ts";

export interface Draft {
  readonly changes: readonly Change[];
}

const MAX_ATTEMPTS = 5;

/** Commits what was drafted, unless anybody else wrote meanwhile: then it is drafted again on what is there now. */
export async function commitDraft<D extends Draft>(
  foundation: Foundation,
  draft: () => Promise<D>,
  actorName = "cli",
): Promise<D & { readonly revision: number }> {
  const { storage, clock } = foundation;
  const { state } = storage;
  for (let attempt = 1; ; attempt += 1) {
    const revision = await state.revision();
    const drafted = await draft();
    if (drafted.changes.length === 0) return { ...drafted, revision };
    try {
      const actor = { name: actorName, at: clock.milliseconds(), reusesNames: true };
      const committed = await state.commit(drafted.changes, actor, { revision });
      await markInitialised(foundation);
      return { ...drafted, ...committed };
    } catch (error) {
      const overtaken = error instanceof ConflictError && (await state.revision()) !== revision;
      if (!overtaken || attempt === MAX_ATTEMPTS) throw error;
      await sleep(retryPauseMilliseconds(attempt, Math.random()));
    }
  }
}
