import { setTimeout as delay } from "node:timers/promises";
import { findDeadline } from "../../core/time/deadline.ts";
import { isBusy } from "./sqlite-errors.ts";

const LONGEST_PAUSE_MILLISECONDS = 50;

/**
 * Repeats work that needs a lock while another process holds it. Waits with a timer, because SQLite's own
 * `busy_timeout` would block the event loop. `giveUpAt` is a time of `performance.now()`.
 */
export function waitForLock<T>(work: () => T, giveUpAt?: number): T | Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!isLocked(error)) throw error;
    return tryAgain(work, giveUpAt ?? patienceEndsAt(), error);
  }
}

async function tryAgain<T>(work: () => T, giveUpAt: number, first: unknown): Promise<T> {
  let failure = first;
  for (let pause = 1; performance.now() < giveUpAt; pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS)) {
    await delay(pause);
    try {
      return work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

const isLocked = (error: unknown): boolean => error instanceof Error && isBusy(error.cause);

/** Less than the promised 10 s for an answer, so that the request can still be answered with a 503. */
const PATIENCE_MILLISECONDS = 5_000;

/**
 * Until when a write waits for its turn and for the locks of other processes, as a time of `performance.now()`. The
 * time counts from the arrival of the request, because a request may write several times.
 */
export const patienceEndsAt = (): number =>
  (findDeadline()?.arrivedAt ?? performance.now()) + PATIENCE_MILLISECONDS;
