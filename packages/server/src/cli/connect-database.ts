import { setTimeout } from "node:timers/promises";
import { DamagedDatabaseError, UnavailableError } from "../core/errors/errors.ts";
import type { Logger } from "../observability/log.ts";

const FIRST_PAUSE_SECONDS = 0.5;
const LONGEST_PAUSE_SECONDS = 10;

/** A server and its database often start together, so it retries until it connects. Undefined after a stop signal. */
export async function connectDatabase<T>(options: {
  readonly connect: () => Promise<T>;
  readonly log: Pick<Logger, "warn">;
  readonly stop: AbortSignal;
  readonly sleep?: typeof sleepUntilStopped;
}): Promise<T | undefined> {
  const { connect, log, stop, sleep = sleepUntilStopped } = options;
  for (let pause = FIRST_PAUSE_SECONDS; !stop.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_SECONDS)) {
    try {
      return await connect();
    } catch (error) {
      if (!(error instanceof UnavailableError) || error instanceof DamagedDatabaseError) throw error;
      log.warn({ reason: error.message }, `the database cannot be used yet; trying again in ${pause} s`);
    }
    await sleep(pause, stop);
  }
  return undefined;
}

const sleepUntilStopped = (seconds: number, stop: AbortSignal): Promise<void> =>
  setTimeout(seconds * 1000, undefined, { signal: stop }).catch(() => undefined);
