import type { EpochMilliseconds, EpochSeconds } from "@licet/engine/internal/values/time.ts";

/** A count of one key. `id` is a keyed hash, so the database does not reveal who was counted. */
export interface StoredCount {
  readonly id: string;
  /** The name of the limit. */
  readonly name: string;
  readonly count: number;
  readonly endsAt: EpochSeconds;
}

/** The sums of all nodes and their workers. */
export interface LimitStore {
  /** Whether several nodes, or several workers of one, may count here. */
  readonly isShared: boolean;
  /**
   * Adds the counts in one transaction; a stored count whose window is over begins at 0. Returns the new sums when
   * the store is shared, otherwise nothing: a process alone knows them.
   */
  add(counts: readonly StoredCount[], at: EpochMilliseconds): Promise<readonly StoredCount[]>;
  /** Sums of windows that are not over, changed since then and no smaller than `least`, the largest first. */
  list(
    filter: {
      readonly changedSince: EpochMilliseconds;
      readonly now: EpochSeconds;
      readonly least: number;
    },
    limit: number,
  ): Promise<readonly StoredCount[]>;
}
