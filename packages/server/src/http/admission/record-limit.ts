import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { AuditRecorder } from "../../audit/recorder.ts";
import { createIsFirstOfSeries } from "../../limits/first-of-series.ts";
import type { CountedBy } from "../../limits/limiter.ts";
import type { HoldName, Limit, LimitName } from "../../limits/limits.ts";
import type { Hold } from "../../oauth/stores.ts";
import type { Origin } from "../../oauth/token-request.ts";

interface Recording {
  readonly audit: Pick<AuditRecorder, "record">;
  readonly clock: Clock;
}

/** Records that a limit is used up: once for each series, however many requests are refused after it. */
export const createRecordLimit =
  ({ audit, clock }: Recording) =>
  (name: LimitName, { most, windowSeconds }: Limit, by: CountedBy): void =>
    audit.record({
      at: clock.milliseconds(),
      type: "limit.reached",
      actor: by.actor,
      ip: by.ip,
      requestId: by.requestId,
      data: { limit: name, most, window_seconds: windowSeconds },
    });

/** Reports a request that was refused because its client or address already has the maximum of stored requests. */
export type ReportFull = (hold: Hold, by: Origin) => void;

/** A series ends after this time without a refusal. A caller that retries as told does so within a minute. */
const QUIET_SECONDS = 300;

/** Counts the refusal, and records the first one of a series. */
export function createReportFull(
  name: HoldName,
  { audit, clock, onLimited }: Recording & { readonly onLimited: (name: HoldName) => void },
): ReportFull {
  const isFirst = createIsFirstOfSeries({ clock, quietSeconds: QUIET_SECONDS });
  return ({ holder, most }, { ip, requestId }) => {
    onLimited(name);
    if (!isFirst(holder)) return;
    // Of `client:spa address:192.0.2.7` only the client: the event has the address as `ip`.
    const [actor = holder] = holder.split(" ", 1);
    const data = { limit: name, most };
    audit.record({ at: clock.milliseconds(), type: "limit.reached", actor, ip, requestId, data });
  };
}
