import type { Clock } from "../common/runtime.ts";

/** A moment by both clocks of this process. */
export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export const momentOf = ({ monotonic, now }: Pick<Clock, "monotonic" | "now">): Moment => ({
  monotonic: monotonic(),
  wall: now(),
});

const skewOf = ({ monotonic, wall }: Moment): number => wall - monotonic;

/** A clock that is slewed drifts less than this within the life of a stream. */
const LARGEST_DRIFT_MILLISECONDS = 250;

/**
 * True when the clocks of this process disagree about the time since a moment: a clock was set, or the machine slept,
 * which the monotonic clock does not count.
 */
export const haveClocksJumped = (since: Moment, at: Moment): boolean =>
  Math.abs(skewOf(at) - skewOf(since)) > LARGEST_DRIFT_MILLISECONDS;

/** The newest moment at which the copy was known to be current. */
export interface Confirmation {
  /** By the monotonic clock. */
  readonly at: number;
  /** The difference of the two clocks then. */
  readonly skew: number;
}

/**
 * The server counts `elapsed` from the beginning of the stream, which is later than the sending of the request: so the
 * copy is never older than its age says. It cannot have been confirmed after the event arrived either, which bounds the
 * drift of the server's clock.
 */
export const confirmationOf = (sent: Moment, elapsed: number, received: Moment): Confirmation => ({
  at: Math.min(sent.monotonic + elapsed, received.monotonic),
  skew: skewOf(sent),
});

/** The time since a confirmation, with the time in which the machine slept. */
export const ageOf = ({ at, skew }: Confirmation, monotonic: number, wall: number): number =>
  Math.max(0, monotonic - at) + Math.max(0, wall - monotonic - skew);

/** `Date` has whole seconds, and servers compute it once a second. */
const DATE_MILLISECONDS = 2_000;

/**
 * What to add to the monotonic clock for the time of the server, in milliseconds since 1970. The clock of this process is
 * taken as right as long as the answer does not contradict it; the end of an assignment must not depend on a wrong one.
 */
export function serverTimeOffset(sent: Moment, received: Moment, date: string | null): number {
  const stated = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(stated)) return skewOf(sent);
  const [least, most] = [stated - received.wall, stated + DATE_MILLISECONDS - sent.wall];
  return skewOf(sent) + Math.min(Math.max(0, least), most);
}
