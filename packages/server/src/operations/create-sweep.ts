import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { AuditStore } from "../audit/stores.ts";
import type { SweptStore } from "./stores.ts";

/** Small enough that on an embedded database a batch delays requests only for milliseconds. */
export const SWEPT_AT_ONCE = 500;

/**
 * Deletes expired rows until none is left. Sweeping is faster than any caller can write, so the stored data stays
 * bounded. Between batches it pauses as long as a batch took, so that requests can use the database.
 */
export function createSweep(options: {
  readonly audit: Pick<AuditStore, "sweep">;
  readonly sweeper: SweptStore;
  readonly clock: Clock;
  readonly auditRetentionDays: number;
  /** No further batch starts after the abort. */
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
