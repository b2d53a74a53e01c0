import type { Clock, EpochSeconds } from "@licet/engine/internal/values/time.ts";

/** Whether this is the first event of its key for a while: only the first gets a row in the audit log. */
export type IsFirstOfSeries = (key: string) => boolean;

/** The maximum number of keys in memory: callers can invent any number. */
const CAPACITY = 1_000;

/** A series ends when no event of its key was seen for `quietSeconds`. */
export function createIsFirstOfSeries(options: {
  readonly clock: Clock;
  readonly quietSeconds: number;
  readonly capacity?: number;
}): IsFirstOfSeries {
  const { clock, quietSeconds, capacity = CAPACITY } = options;
  // In the order in which the keys were last seen.
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
