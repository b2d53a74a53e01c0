import type { EpochMilliseconds, EpochSeconds } from "../core/time.ts";

/** A count of one key. `id` is a keyed hash: the database does not tell who was counted. */
export interface StoredCount {
  readonly id: string;
  /** Which limit it belongs to. */
  readonly name: string;
  readonly count: number;
  readonly endsAt: EpochSeconds;
}

/** The sums of all nodes. */
export interface LimitStore {
  /** Whether several servers may count here. */
  readonly isShared: boolean;
  /**
   * Adds the counts in one transaction; one whose window is over begins anew. Gives the sums after it where the store is
   * shared, and nothing where this node knows them anyway.
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
