import type { AuditRecorder } from "../../audit/recorder.ts";
import type { Clock } from "../../core/time.ts";
import { createIsFirstOfSeries } from "../../limits/first-of-series.ts";
import type { CountedBy } from "../../limits/limiter.ts";
import type { HoldName, Limit, LimitName } from "../../limits/limits.ts";
import type { Hold } from "../../oauth/stores.ts";
import type { Origin } from "../../oauth/token-request.ts";

interface Recording {
  readonly audit: Pick<AuditRecorder, "record">;
  readonly clock: Clock;
}

/** Puts on record that a limit is used up: once for each series, however many requests are refused after it. */
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

/** A request was refused because its holder has as many waiting as there may be. */
export type ReportFull = (hold: Hold, by: Origin) => void;

/** A series ends after this silence: a caller that keeps trying gets a Retry-After of a minute at most. */
const QUIET_SECONDS = 300;

/** Counts the refusal, and puts the first one of a series on record. */
export function createReportFull(
  name: HoldName,
  { audit, clock, onLimited }: Recording & { readonly onLimited: (name: HoldName) => void },
): ReportFull {
  const isFirst = createIsFirstOfSeries({ clock, quietSeconds: QUIET_SECONDS });
  return ({ holder, most }, { ip, requestId }) => {
    onLimited(name);
    if (!isFirst(holder)) return;
    // `client:spa address:192.0.2.7`: the address stands beside it.
    const [actor = holder] = holder.split(" ", 1);
    const data = { limit: name, most };
    audit.record({ at: clock.milliseconds(), type: "limit.reached", actor, ip, requestId, data });
  };
}
