import { setTimeout as sleep } from "node:timers/promises";
import { ConflictError, UnavailableError } from "../core/errors/errors.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import { remainingMilliseconds, requireTime } from "../core/time/deadline.ts";
import { retryPauseMilliseconds } from "../core/time/retry-pause.ts";
import type { Actor, Change } from "./change.ts";
import type { ClaimedKey, StateStore } from "./stores.ts";

/** The pauses between ten attempts take up to 3.3 s together, which is longer than a burst of writes. */
const MAX_ATTEMPTS = 10;

/** By then the passwords of a file are hashed, so the turn is short. */
const ATTEMPTS_BEFORE_TURN = 3;

/** In every attempt, another write was committed between the plan and its commit. Nothing was written. */
export class OvertakenError extends ConflictError {
  constructor(cause: ConflictError) {
    super("nothing was written, because others write at the same time; try again", {
      cause,
      conflict: { code: "state_changed" },
    });
  }
}

/** What a writer remembers from one write to the next. */
export interface LastWrite {
  /** Undefined before the first one. */
  revision: number | undefined;
}

/**
 * Others write as well, so a plan would likely be overtaken: the next one is made under the lock on the revision. That
 * is not done always, because the lock keeps others waiting for as long as the plan takes.
 */
const hasOthers = (lastWrite: LastWrite, present: number): boolean =>
  lastWrite.revision !== undefined && lastWrite.revision !== present;

/**
 * Every change of the state goes through this function. It plans, and commits at the revision of the plan. When another
 * write came first, it plans again on the new state. `plan` checks the preconditions of the caller, and an error that
 * it throws is final. Throws OvertakenError after the last attempt.
 */
export async function commitPlanned<P extends { readonly changes: readonly Change[] }>(options: {
  readonly store: Pick<StateStore, "revision" | "commit" | "commitLocked">;
  /** For a plan that reads caches, which must not be older than the revision of the commit. */
  readonly feed?: Pick<ChangeFeed, "confirm" | "revision">;
  readonly plan: () => Promise<P>;
  readonly actor: () => Actor;
  /** True for a large file: after a few attempts it is planned under the lock on the revision, however long that takes. */
  readonly takesTurn?: boolean;
  /** The idempotency key of the request. The commit records with it that the request took effect. */
  readonly claimed?: ClaimedKey | undefined;
  /** Given where writes come one after the other. Without it, others may always come before a plan that takes long. */
  readonly lastWrite?: LastWrite;
}): Promise<P & { readonly revision: number }> {
  const { store, feed, plan, actor, claimed, takesTurn, lastWrite } = options;
  const { commitLocked } = store;
  for (let attempt = 1; ; attempt += 1) {
    requireTime();
    if (takesTurn && commitLocked !== undefined && attempt > ATTEMPTS_BEFORE_TURN)
      return await commitLocked(plan, actor, { takesLong: true });
    // The first attempt saves the reading of the revision: it takes the one that this node knows. Any commit after it
    // makes our commit fail.
    const isKnown = attempt === 1 && feed !== undefined;
    if (isKnown) await feed.confirm();
    const revision = isKnown ? feed.revision : await store.revision();
    if (!isKnown) await feed?.confirm(revision);
    if (commitLocked !== undefined && lastWrite !== undefined && hasOthers(lastWrite, revision)) {
      const planLocked = async (locked: number) => {
        await feed?.confirm(locked);
        return plan();
      };
      const written = await commitLocked(planLocked, actor, { claimed });
      lastWrite.revision = written.revision;
      return written;
    }
    const isOvertaken = async () => (await store.revision()) !== revision;
    let planned: P;
    try {
      planned = await plan();
    } catch (error) {
      // What a plan says about two revisions at once may be wrong.
      if (isKnown && (await isOvertaken())) continue;
      throw error;
    }
    if (planned.changes.length === 0) {
      if (isKnown && (await isOvertaken())) continue;
      return { ...planned, revision };
    }
    try {
      const written = await store.commit(planned.changes, actor(), { revision, claimed });
      if (lastWrite !== undefined) lastWrite.revision = written.revision;
      return { ...planned, ...written };
    } catch (error) {
      if (!(error instanceof ConflictError && (await isOvertaken()))) throw error;
      if (lastWrite !== undefined && commitLocked !== undefined) {
        lastWrite.revision = revision;
        continue;
      }
      if (attempt === MAX_ATTEMPTS) throw new OvertakenError(error);
    }
    await sleep(Math.min(retryPauseMilliseconds(attempt, Math.random()), remainingMilliseconds()));
  }
}

/** A 503 tells an API client to repeat the request later. A user of the command line gets the conflict instead. */
export function unavailableIfOvertaken(error: unknown): never {
  if (!(error instanceof OvertakenError)) throw error;
  throw new UnavailableError("too many others write at the same time", { cause: error });
}
