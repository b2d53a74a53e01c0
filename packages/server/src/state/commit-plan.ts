import { setTimeout as sleep } from "node:timers/promises";
import type { ChangeFeed } from "../core/change-feed.ts";
import { ConflictError } from "../core/errors.ts";
import { retryPauseMilliseconds } from "../core/retry-pause.ts";
import type { Actor, Change } from "./change.ts";
import type { StateStore } from "./stores.ts";

/** With the pauses between them up to three and a half seconds: long enough for any burst of writes to pass. */
const MAX_ATTEMPTS = 8;

/**
 * Plans, and commits at the revision that the plan was made for. When another write came first, it plans again on what
 * is stored now. A precondition of the caller belongs into the plan: what it throws there is final.
 */
export async function commitPlan<P extends { readonly changes: readonly Change[] }>(options: {
  readonly store: Pick<StateStore, "revision" | "commit">;
  /** For a plan that reads from caches: they must not be older than the revision it is committed at. */
  readonly feed?: Pick<ChangeFeed, "confirm">;
  readonly plan: () => Promise<P>;
  readonly actor: () => Actor;
}): Promise<P & { readonly revision: number }> {
  const { store, feed, plan, actor } = options;
  for (let attempt = 1; ; attempt += 1) {
    // Read before anything else: whatever is committed from here on makes our commit fail.
    const revision = await store.revision();
    await feed?.confirm(revision);
    const planned = await plan();
    if (planned.changes.length === 0) return { ...planned, revision };
    try {
      return { ...planned, ...(await store.commit(planned.changes, actor(), { revision })) };
    } catch (error) {
      const overtaken = error instanceof ConflictError && (await store.revision()) !== revision;
      if (!overtaken) throw error;
      if (attempt === MAX_ATTEMPTS) throw givenUp(error);
    }
    await sleep(retryPauseMilliseconds(attempt, Math.random()));
  }
}

const givenUp = (cause: ConflictError): ConflictError =>
  new ConflictError("nothing was written, because others write at the same time; try again", {
    cause,
    conflict: { code: "state_changed" },
  });
