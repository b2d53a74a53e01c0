import { findDeadline } from "../../core/deadline.ts";

/** Less than the promised 10 s for an answer, so that the request can still be answered with a 503. */
const PATIENCE_MILLISECONDS = 5_000;

/**
 * Until when a write waits for its turn and for the locks of other processes, as a time of `performance.now()`. The
 * time counts from the arrival of the request, because a request may write several times.
 */
export const patienceEndsAt = (): number =>
  (findDeadline()?.arrivedAt ?? performance.now()) + PATIENCE_MILLISECONDS;
