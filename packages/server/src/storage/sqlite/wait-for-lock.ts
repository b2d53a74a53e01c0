import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "./sqlite-errors.ts";
import { patienceEndsAt } from "./write-patience.ts";

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
