import type { AuditRecorder } from "../audit/recorder.ts";
import type { Clock } from "../core/time.ts";
import type { CountedBy } from "../limits/limiter.ts";
import type { Limit, LimitName } from "../limits/limits.ts";

/** Puts on record that a limit is used up: once for each series, however many requests are refused after it. */
export const createRecordLimit =
  ({ audit, clock }: { readonly audit: Pick<AuditRecorder, "record">; readonly clock: Clock }) =>
  (name: LimitName, { most, windowSeconds }: Limit, by: CountedBy): void =>
    audit.record({
      at: clock.milliseconds(),
      type: "limit.reached",
      actor: by.actor,
      ip: by.ip,
      requestId: by.requestId,
      data: { limit: name, most, window_seconds: windowSeconds },
    });
