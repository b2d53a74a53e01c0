import type { Clock } from "@licet/engine/values/time.ts";
import type { ChangeFeed } from "../core/change-feed.ts";
import { createWorkQueue, turnEventLoop } from "../core/work-queue.ts";
import type { Actor, Change } from "../state/change.ts";
import { commitPlanned, type LastWrite, unavailableIfOvertaken } from "../state/commit-planned.ts";
import type { StateStore } from "../state/stores.ts";
import { ESCALATE, type Requester, requesterName } from "./requester.ts";

/** The changes of a caller, and the data for the answer. */
export interface Draft {
  readonly changes: readonly Change[];
  /** The changes that the guards check, if they are more than the changes to write. */
  readonly guarded?: readonly Change[];
  /** Throws errors that only a caller who may make the changes may see. */
  readonly checkAfterGuards?: () => void;
}

/** Throws when this caller must not make these changes. Runs for every change set of every route. */
export type Guard = (changes: readonly Change[], requester: Requester) => Promise<void>;

export type WriteState = <D extends Draft>(
  requester: Requester,
  draft: () => Promise<D>,
) => Promise<D & { readonly revision: number }>;

/** Of the 8 s of a request. The rest is for the write itself, which may meet those of other nodes. */
const LONGEST_WAIT_MILLISECONDS = 5_000;

/**
 * Every call writes through this function: it plans the draft, runs the guards and commits. All three see one revision:
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

async function checkGuards(guards: readonly Guard[], wanted: Draft, requester: Requester): Promise<void> {
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
