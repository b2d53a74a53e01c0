import { setTimeout as sleep } from "node:timers/promises";
import type { ChangeFeed } from "../core/change-feed.ts";
import { ConflictError, UnavailableError } from "../core/errors.ts";
import { retryPauseMilliseconds } from "../core/retry-pause.ts";
import type { Actor, Change } from "./change.ts";
import type { ClaimedKey, StateStore } from "./stores.ts";

/** With the pauses between them up to three and a half seconds: long enough for any burst of writes to pass. */
const MAX_ATTEMPTS = 10;

/** Others committed between each plan and its commit, until the last attempt. Nothing was written. */
export class OvertakenError extends ConflictError {
  constructor(cause: ConflictError) {
    super("nothing was written, because others write at the same time; try again", {
      cause,
      conflict: { code: "state_changed" },
    });
  }
}

/**
 * The one way to change the state: plans, and commits at the revision that the plan was made for. When another write
 * came first, it plans again on what is stored now. A precondition of the caller belongs into the plan: what it throws
 * there is final. Throws OvertakenError after the last attempt.
 */
export async function commitPlanned<P extends { readonly changes: readonly Change[] }>(options: {
  readonly store: Pick<StateStore, "revision" | "commit">;
  /** For a plan that reads from caches: they must not be older than the revision it is committed at. */
  readonly feed?: Pick<ChangeFeed, "confirm">;
  readonly plan: () => Promise<P>;
  readonly actor: () => Actor;
  /** The idempotency key of the request: the commit notes there that the request had its effect. */
  readonly claimed?: ClaimedKey | undefined;
}): Promise<P & { readonly revision: number }> {
  const { store, feed, plan, actor, claimed } = options;
  for (let attempt = 1; ; attempt += 1) {
    // Read before anything else: whatever is committed from here on makes our commit fail.
    const revision = await store.revision();
    await feed?.confirm(revision);
    const planned = await plan();
    if (planned.changes.length === 0) return { ...planned, revision };
    try {
      return { ...planned, ...(await store.commit(planned.changes, actor(), { revision, claimed })) };
    } catch (error) {
      const overtaken = error instanceof ConflictError && (await store.revision()) !== revision;
      if (!overtaken) throw error;
      if (attempt === MAX_ATTEMPTS) throw new OvertakenError(error);
    }
    await sleep(retryPauseMilliseconds(attempt, Math.random()));
  }
}

/** A caller of the server repeats the same request later, which is what a 503 says; a person decides for themselves. */
export function unavailableIfOvertaken(error: unknown): never {
  if (!(error instanceof OvertakenError)) throw error;
  throw new UnavailableError("too many others write at the same time", { cause: error });
}
