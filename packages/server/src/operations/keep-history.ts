import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { ClockMarkStore } from "./stores.ts";

export interface HistoryParts {
  readonly clockMark: Pick<ClockMarkStore, "find" | "raise">;
  /** `mark`: the time to remember; undefined while the time is in doubt. */
  readonly clock: { readonly mark: EpochMilliseconds | undefined };
  /** What differs between two installations, and never changes in one of them. */
  readonly findIdentity: () => Promise<number | undefined>;
  /** Ends the server. Returns the error for this run. */
  readonly onBroken: (reason: string) => Error;
}

/**
 * Stores the time for the next start, and sees by it that the database is still the same. A time that this server has
 * stored can only be raised, so a lower one is an older state of the database, even if it has the same revision.
 */
export function createKeepHistory({ clockMark, clock, findIdentity, onBroken }: HistoryParts) {
  let identity: number | undefined;
  let stored: EpochMilliseconds | undefined;
  return async (): Promise<void> => {
    const { mark } = clock;
    const found = { identity: await findIdentity(), mark: await clockMark.find() };
    identity ??= found.identity;
    if (found.identity !== identity) throw onBroken("the database is that of another installation");
    if (mark === undefined) {
      // An operator may now accept an earlier time.
      stored = undefined;
      return;
    }
    if (stored !== undefined && (found.mark ?? 0) < stored)
      throw onBroken("the database is an older state of the one that this server has written to");
    await clockMark.raise(mark);
    stored = mark;
  };
}
