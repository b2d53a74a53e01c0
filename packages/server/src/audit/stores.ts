import type { EpochMilliseconds } from "../core/time.ts";
import type { AuditEvent, CounterIncrement, StoredAuditEvent } from "./events.ts";

export interface AuditFilter {
  readonly type?: string;
  readonly actor?: string;
  readonly target?: string;
  readonly requestId?: string;
  /** Only events older than this id: the next page. */
  readonly before?: number;
}

export interface AuditStore {
  /** Adds the events and the counts in one transaction. */
  append(events: readonly AuditEvent[], counters: readonly CounterIncrement[]): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter, limit: number): Promise<readonly StoredAuditEvent[]>;
  counters(name: string, fromMinute: number, toMinute: number): Promise<readonly CounterIncrement[]>;
  /** Deletes at most `limit` events older than `before`; says how many went, so that the caller can come again. */
  sweep(before: EpochMilliseconds, limit: number): Promise<number>;
}
