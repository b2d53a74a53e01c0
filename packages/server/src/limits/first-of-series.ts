import type { Clock, EpochSeconds } from "../core/time.ts";

/** Whether this is the first one of its key for a while, so that it is worth a row in the audit log. */
export type IsFirstOfSeries = (key: string) => boolean;

/** Keys that are remembered: memory stays bounded whatever callers do. */
const CAPACITY = 1_000;

/** A series is over when nothing of it was seen for so long. */
export function createIsFirstOfSeries(options: {
  readonly clock: Clock;
  readonly quietSeconds: number;
  readonly capacity?: number;
}): IsFirstOfSeries {
  const { clock, quietSeconds, capacity = CAPACITY } = options;
  // The one that was seen last stands last.
  const lastSeenAt = new Map<string, EpochSeconds>();

  return (key) => {
    const now = clock.seconds();
    const seenAt = lastSeenAt.get(key);
    lastSeenAt.delete(key);
    lastSeenAt.set(key, now);
    const [oldest] = lastSeenAt.keys();
    if (lastSeenAt.size > capacity && oldest !== undefined) lastSeenAt.delete(oldest);
    return seenAt === undefined || now - seenAt >= quietSeconds;
  };
}
