import type { ChangeFeed } from "../core/change-feed.ts";
import type { Clock } from "../core/time.ts";
import type { Actor, Change } from "../state/change.ts";
import { commitPlanned, unavailableIfOvertaken } from "../state/commit-planned.ts";
import type { StateStore } from "../state/stores.ts";
import { ESCALATE, type Requester, requesterName } from "./requester.ts";

/** What a caller wants to write, and whatever its answer will need. */
export interface Draft {
  readonly changes: readonly Change[];
  /** What the guards check, where that is more than what has to be written. */
  readonly guarded?: readonly Change[];
  /** Throws what only a caller who may make the changes is told. */
  readonly checkAfterGuards?: () => void;
}

/** Throws when these changes must not be made by this caller. Asked about every change set, whatever route it is from. */
export type Guard = (changes: readonly Change[], requester: Requester) => Promise<void>;

export type WriteState = <D extends Draft>(
  requester: Requester,
  draft: () => Promise<D>,
) => Promise<D & { readonly revision: number }>;

/**
 * The only way by which a call changes anything: draft, ask the guards, commit. All three see one revision, since the
 * commit fails when anything was written after it was read; then everything is done again. The calls of one node wait
 * for each other, or under load most of their work would be done again for nothing.
 */
export function createWriteState(dependencies: {
  readonly store: StateStore;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
  readonly guards: readonly Guard[];
}): WriteState {
  const { store, feed, clock, guards } = dependencies;
  const inTurn = createQueue();

  return (requester, draft) =>
    inTurn(() =>
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
  reusesNames: requester.permissions.has(ESCALATE),
});

/** Runs one piece of work after the other, in the order they came. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
