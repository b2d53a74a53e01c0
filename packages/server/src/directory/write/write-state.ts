import type { Clock } from "@licet/engine/internal/values/time.ts";
import { createWorkQueue, turnEventLoop } from "../../core/async/work-queue.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { Actor, Change, EntityKind } from "../change.ts";
import { commitPlanned, type LastWrite, unavailableIfOvertaken } from "../commit-planned.ts";
import { checkCascade } from "../guards/check-cascade.ts";
import type { StateStore } from "../stores.ts";
import { ESCALATE, type Operator, type Requester, requesterName } from "./requester.ts";

/** The changes of a caller, and the data for the answer. */
export interface Draft {
  readonly changes: readonly Change[];
  /** The changes that the guards check, if they are more than the changes to write. */
  readonly guarded?: readonly Change[];
  /** The kind of the entity that the changes delete, with what depends on it. */
  readonly deletes?: EntityKind;
  /** Throws errors that only a caller who may make the changes may see. */
  readonly checkAfterGuards?: () => void;
}

/** Throws when this caller must not make these changes. Runs for every change set of every route. */
export type Guard = (changes: readonly Change[], requester: Requester) => Promise<void>;

/** `R` is who writes, and says which rules apply: a requester passes the guards, an operator does not. */
export type WriteState<R = Requester> = <D extends Draft>(
  requester: R,
  draft: () => Promise<D>,
) => Promise<D & { readonly revision: number }>;

/** Of the 8 s of a request. The rest is for the write itself, which may meet those of other nodes. */
const LONGEST_WAIT_MILLISECONDS = 5_000;

/**
 * Every call of the API writes through this function: it plans the draft, runs the guards and commits. All three see one revision:
 * the commit fails when another commit came after the read, and then everything runs again. The calls of one node run
 * one after the other, or under load most of their work would be repeated.
 */
export function createWriteState(dependencies: {
  readonly store: StateStore;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
  readonly guards: readonly Guard[];
}): WriteState {
  const { store, feed, clock, guards } = dependencies;
  const queue = createWorkQueue({
    name: "writes",
    longestWaitMilliseconds: LONGEST_WAIT_MILLISECONDS,
    betweenWork: turnEventLoop,
  });

  const lastWrite: LastWrite = { revision: undefined };

  return (requester, draft) =>
    queue.run(() =>
      commitPlanned({
        store,
        feed,
        async plan() {
          const wanted = await draft();
          await checkGuards(guards, wanted, requester);
          return wanted;
        },
        actor: () => actorFrom(requester, clock),
        claimed: requester.claimed,
        lastWrite,
      }).catch(unavailableIfOvertaken),
    );
}

/**
 * The writes of the command line, whose user can open the database itself: no guard would keep anything from them. Its
 * user gets the conflict when others write at the same time, and not the 503 of an API.
 */
export const createOperatorWriteState =
  (dependencies: {
    readonly store: StateStore;
    readonly feed: ChangeFeed;
    readonly clock: Clock;
  }): WriteState<Operator> =>
  ({ name }, draft) =>
    commitPlanned({
      store: dependencies.store,
      feed: dependencies.feed,
      async plan() {
        const wanted = await draft();
        wanted.checkAfterGuards?.();
        return wanted;
      },
      actor: () => ({ name, at: dependencies.clock.milliseconds(), mayReuseNames: true }),
    });

async function checkGuards(guards: readonly Guard[], wanted: Draft, requester: Requester): Promise<void> {
  if (wanted.deletes !== undefined) checkCascade(wanted.deletes, wanted.changes, requester);
  const guarded = wanted.guarded ?? wanted.changes;
  if (guarded.length > 0) for (const guard of guards) await guard(guarded, requester);
  wanted.checkAfterGuards?.();
}

const actorFrom = (requester: Requester, clock: Clock): Actor => ({
  name: requesterName(requester),
  ip: requester.ip,
  requestId: requester.requestId,
  at: clock.milliseconds(),
  mayReuseNames: requester.permissions.has(ESCALATE),
});
