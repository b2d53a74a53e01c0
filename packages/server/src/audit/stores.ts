import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { AuditEvent, CounterIncrement, StoredAuditEvent } from "./events.ts";

export interface AuditFilter {
  /** `token.issued`; or, with a point at its end, every type with this prefix: `token.`. Several have commas between them. */
  readonly type?: string;
  readonly actor?: string;
  readonly target?: string;
  readonly requestId?: string;
  /** Excludes the events of this application and the authorizations for it; changes of it remain. */
  readonly exceptApplication?: string;
  /** Only events with a scope that was refused for this reason, or for any. */
  readonly refused?: string;
  /** Only failures with this error code. */
  readonly error?: string;
  /** Both bounds are inclusive. */
  readonly from?: EpochMilliseconds;
  readonly to?: EpochMilliseconds;
  /** Only events with a greater id, which are newer. */
  readonly after?: number;
  /** Only events after this position in the list, for the next page. */
  readonly before?: AuditPosition;
}

/** Every reason of a refused scope. */
export const ANY_REASON = "any";

/** The position of an event in the order of a list. */
export type AuditPosition = Pick<StoredAuditEvent, "id" | "at">;

/** The lengths of the intervals of a counter. */
export const COUNTER_BUCKET_MINUTES = { minute: 1, hour: 60, day: 1_440 } as const;
/** The total is one count for the whole range, in hours. */
export type CounterBucket = keyof typeof COUNTER_BUCKET_MINUTES | "total";

export interface AuditStore {
  /** Adds the events and the counts in one transaction. */
  append(events: readonly AuditEvent[], counters: readonly CounterIncrement[]): Promise<void>;
  /** Newest first: by id, which grows with time, or by time when the filter is by time or by refused scopes. */
  list(filter: AuditFilter, limit: number): Promise<readonly StoredAuditEvent[]>;
  /**
   * Removes the values before and after from the events of one object: personal data must not stay longer than wanted.
   * Returns the number of events that had some; each then has `changes_erased`.
   */
  eraseChanges(target: string): Promise<number>;
  /**
   * Counts from the interval of `fromMinute` to that of `toMinute`; `minute` is the start of an interval, in UTC. In
   * the order of time, name and label. The total begins with the hour of `fromMinute`.
   */
  counters(
    names: string | readonly string[],
    fromMinute: number,
    toMinute: number,
    bucket?: CounterBucket,
  ): Promise<readonly CounterIncrement[]>;
  /**
   * Deletes at most `limit` events older than `before`, and returns their number. With `mayGoOn`, it repeats until no
   * such event is left, as long as `mayGoOn` resolves to true after each batch.
   */
  sweep(before: EpochMilliseconds, limit: number, mayGoOn?: () => Promise<boolean>): Promise<number>;
}
