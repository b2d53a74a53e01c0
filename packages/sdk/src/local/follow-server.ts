import type { Replica } from "@licet/engine/internal/replica/replica.ts";
import { MalformedStreamError } from "../common/read-lines.ts";
import type { Runtime } from "../common/runtime.ts";
import { BrokenCopyError, followChanges } from "./follow-changes.ts";
import { RefusedRequestError, type SendRequest } from "./licet-requests.ts";
import { type LoadedSnapshot, loadSnapshot, type SnapshotLimits } from "./load-snapshot.ts";
import type { Confirmation } from "./stream-time.ts";

/** A copy that was current at a known moment. */
export interface CurrentCopy {
  readonly replica: Replica;
  readonly confirmation: Confirmation;
  /** Added to the monotonic clock, it is the time of the server. */
  readonly timeOffset: number;
}

export interface FollowState {
  copy: CurrentCopy | undefined;
  isConnected: boolean;
  isLoading: boolean;
  /** Why there is no connection now. */
  problem: string | undefined;
}

export interface Listener {
  /** The copy was confirmed, or is another one. */
  onCurrent(): void;
  onProblem(error: unknown): void;
}

const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;
const LONGEST_ASKED_PAUSE_MILLISECONDS = 60_000;
/** After so many refusals in a row, the copy is loaded again: the server may not know its revision. */
const MOST_REFUSALS = 5;
/** A copy that was followed for so long did not need the next one because of the last. */
const CALM_MILLISECONDS = 30_000;

/** Keeps a copy of the server's permission data current, until the signal is aborted. Never rejects. */
export async function followServer(options: {
  readonly send: SendRequest;
  readonly limits: SnapshotLimits;
  readonly runtime: Runtime;
  readonly signal: AbortSignal;
  readonly state: FollowState;
  readonly listener: Listener;
}): Promise<void> {
  const { send, limits, signal, state, listener } = options;
  const { clock, random } = options.runtime;

  const report = (error: unknown) => {
    if (signal.aborted) return;
    state.problem = messageOf(error);
    listener.onProblem(error);
  };
  /** Doubled each time, and spread, so that the copies of a restarted server do not all come at once. */
  const pauseAfter = async (failures: number, error?: unknown) => {
    const own = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** failures, LONGEST_PAUSE_MILLISECONDS);
    const asked = error instanceof RefusedRequestError ? (error.retryAfterMilliseconds ?? 0) : 0;
    const wait = Math.min(asked, LONGEST_ASKED_PAUSE_MILLISECONDS) + own * random();
    await clock.sleep(wait, signal).catch(() => undefined);
  };

  /** Until the copy has to be loaded again. */
  async function follow(loaded: LoadedSnapshot): Promise<void> {
    let failures = 0;
    let refusals = 0;
    while (!signal.aborted) {
      try {
        const end = await followChanges(loaded, send, clock, signal, ({ confirmation, timeOffset }) => {
          failures = 0;
          refusals = 0;
          state.isConnected = true;
          state.problem = undefined;
          state.copy = laterOf(state.copy, { replica: loaded.replica, confirmation, timeOffset });
          listener.onCurrent();
        });
        state.isConnected = false;
        if (end === "reset") return;
      } catch (error) {
        state.isConnected = false;
        report(error);
        if (error instanceof BrokenCopyError && state.copy?.replica === loaded.replica)
          state.copy = undefined;
        if (isBeyondRepair(error)) return;
        refusals += error instanceof RefusedRequestError ? 1 : 0;
        if (refusals >= MOST_REFUSALS) return;
        failures += 1;
        await pauseAfter(failures, error);
        continue;
      }
      // The stream ended after it had worked, as a rule: the next one may begin at once.
      if (failures > 0) await pauseAfter(failures);
      failures += 1;
    }
  }

  for (let failures = 0; !signal.aborted; ) {
    try {
      state.isLoading = true;
      const loaded = await loadSnapshot(send, limits, clock, signal);
      state.isLoading = false;
      const startedAt = clock.monotonic();
      await follow(loaded);
      if (clock.monotonic() - startedAt > CALM_MILLISECONDS) failures = 0;
      if (failures > 0) await pauseAfter(failures);
    } catch (error) {
      report(error);
      await pauseAfter(failures, error);
    }
    failures += 1;
  }
  state.isLoading = false;
  state.isConnected = false;
}

/** A copy that was known to be current at some moment is so with a later revision, whatever the next stream knows. */
function laterOf(known: CurrentCopy | undefined, next: CurrentCopy): CurrentCopy {
  return known?.replica === next.replica && known.confirmation.at > next.confirmation.at
    ? { ...next, confirmation: known.confirmation }
    : next;
}

/** Of a stream that cannot be continued, or of a position that the server does not take. */
const isBeyondRepair = (error: unknown): boolean =>
  error instanceof BrokenCopyError ||
  error instanceof MalformedStreamError ||
  (error instanceof RefusedRequestError && [400, 404, 410].includes(error.status));

/** With its cause: `fetch` says only that it failed. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  return cause instanceof Error && cause.message !== "" ? `${message}: ${cause.message}` : message;
}
