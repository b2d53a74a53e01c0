import { setTimeout as delay } from "node:timers/promises";
import type { AuditStore } from "../audit/stores.ts";
import type { Clock } from "../core/time.ts";
import type { SweptStore } from "./stores.ts";

/** Small enough that on an embedded database a batch holds up requests for milliseconds. */
export const SWEPT_AT_ONCE = 500;

/**
 * Deletes expired rows until none is left: sweeping is faster than any caller can write, so that the stored data stays
 * bounded. Between batches it pauses as long as a batch took, and requests have the database.
 */
export function createSweep(options: {
  readonly audit: Pick<AuditStore, "sweep">;
  readonly sweeper: SweptStore;
  readonly clock: Clock;
  readonly auditRetentionDays: number;
  /** Once aborted, no further batch begins. */
  readonly stopping: AbortSignal;
}): () => Promise<number> {
  const { audit, sweeper, clock, auditRetentionDays, stopping } = options;

  return async () => {
    let startedAt = performance.now();
    const mayGoOn = async () => {
      if (stopping.aborted) return false;
      await delay(performance.now() - startedAt);
      startedAt = performance.now();
      return !stopping.aborted;
    };
    const auditHorizon = clock.milliseconds() - auditRetentionDays * 86_400_000;
    const events = await audit.sweep(auditHorizon, SWEPT_AT_ONCE, mayGoOn);
    return events + (await sweeper.sweep(clock.seconds(), SWEPT_AT_ONCE, mayGoOn));
  };
}
