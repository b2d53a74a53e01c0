import type { EpochMilliseconds } from "../core/time.ts";
import type { AuditEvent, CounterIncrement, StoredAuditEvent } from "./events.ts";

export interface AuditFilter {
  /** `token.issued`; or, with a point at its end, every type that begins with it: `token.`. */
  readonly type?: string;
  readonly actor?: string;
  readonly target?: string;
  readonly requestId?: string;
  /** Leaves out what this application did and what was authorized for it; changes of it remain. */
  readonly exceptApplication?: string;
  /** Both included. */
  readonly from?: EpochMilliseconds;
  readonly to?: EpochMilliseconds;
  /** Only events with a greater id: what came since. */
  readonly after?: number;
  /** Only events behind this one: the next page. */
  readonly before?: AuditPosition;
}

/** The position of an event in the order of a list. */
export type AuditPosition = Pick<StoredAuditEvent, "id" | "at">;

/** The lengths of the intervals of a counter. */
export const COUNTER_BUCKET_MINUTES = { minute: 1, hour: 60, day: 1_440 } as const;
export type CounterBucket = keyof typeof COUNTER_BUCKET_MINUTES;

export interface AuditStore {
  /** Adds the events and the counts in one transaction. */
  append(events: readonly AuditEvent[], counters: readonly CounterIncrement[]): Promise<void>;
  /** Newest first: by their ids, which grow with time, or by time itself where that is what they are narrowed by. */
  list(filter: AuditFilter, limit: number): Promise<readonly StoredAuditEvent[]>;
  /**
   * Counts from the stretch that `fromMinute` is in to that of `toMinute`; `minute` is where a stretch begins, in UTC.
   * In the order of time, name and label.
   */
  counters(
    names: string | readonly string[],
    fromMinute: number,
    toMinute: number,
    bucket?: CounterBucket,
  ): Promise<readonly CounterIncrement[]>;
  /**
   * Deletes at most `limit` events older than `before`, and says how many went. With `mayGoOn`, which is asked after each
   * batch, until none is left.
   */
  sweep(before: EpochMilliseconds, limit: number, mayGoOn?: () => Promise<boolean>): Promise<number>;
}
