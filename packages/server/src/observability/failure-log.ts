import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "./log.ts";

/**
 * Logs failures that may come with every request. The first one is logged at once, with its stack. Those that follow
 * are counted, and once a second there is one line with their number: nothing is lost but the repetition. The
 * functions have the form of those of a logger.
 */
export interface FailureLog {
  warn(details: FailureDetails, message: string): void;
  error(details: FailureDetails, message: string): void;
  /** Writes the counts that wait, and ends. */
  close(): void;
}

export interface FailureDetails {
  readonly err?: unknown;
  /** The reason in words, where there is no error. */
  readonly reason?: string;
  readonly requestId?: string;
  readonly [name: string]: unknown;
}

const EVERY_MILLISECONDS = 1_000;
/** After so many seconds without a failure, the next one is a new episode, and is logged with its stack again. */
const QUIET_SECONDS = 10;
/** Messages of errors may contain anything, so their number is bounded. Beyond it, only the message of the log counts. */
const MOST_SERIES = 50;
/** Ids of requests in a line: enough to find some of them in the logs of callers. */
const SHOWN_REQUEST_IDS = 5;

type Level = "warn" | "error";

interface Series {
  readonly level: Level;
  readonly message: string;
  readonly reason: string | undefined;
  count: number;
  requestIds: string[];
  quietSeconds: number;
}

export function createFailureLog(log: Pick<Logger, Level>): FailureLog {
  const series = new Map<string, Series>();
  /** The reasons whose stack was logged in this episode. Jobs and requests often fail for the same one. */
  const explained = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function report(level: Level, details: FailureDetails, message: string): void {
    const reason = details.reason ?? describeError(details.err);
    const key = findKey(message, reason);
    const known = series.get(key);
    if (known === undefined) {
      series.set(key, { level, message, reason, count: 0, requestIds: [], quietSeconds: 0 });
      timer ??= setInterval(writeCountsOfAll, EVERY_MILLISECONDS).unref();
      log[level](explain(details, reason), message);
      return;
    }
    known.count += 1;
    if (details.requestId !== undefined && known.requestIds.length < SHOWN_REQUEST_IDS)
      known.requestIds.push(details.requestId);
  }

  function findKey(message: string, reason: string | undefined): string {
    const key = `${message}\n${reason}`;
    return series.size < MOST_SERIES || series.has(key) ? key : message;
  }

  /** Replaces an error by its reason, if its stack is in the log already. */
  function explain(details: FailureDetails, reason: string | undefined): object {
    if (reason === undefined || details.err === undefined) return details;
    const { err, ...rest } = details;
    if (explained.has(reason)) return { ...rest, reason };
    explained.add(reason);
    return details;
  }

  function writeCounts(): void {
    for (const [key, each] of series) {
      each.quietSeconds = each.count > 0 ? 0 : each.quietSeconds + 1;
      writeCount(each);
      if (each.quietSeconds < QUIET_SECONDS) continue;
      series.delete(key);
      if (each.reason !== undefined) explained.delete(each.reason);
    }
    if (series.size === 0) stopTimer();
  }

  /** The request that was the first to fail starts the timer; the lines are not about that request alone. */
  const writeCountsOfAll = AsyncLocalStorage.bind(writeCounts);

  function writeCount(each: Series): void {
    const { level, message, reason, count, requestIds } = each;
    if (count === 0) return;
    each.count = 0;
    each.requestIds = [];
    log[level]({ count, reason, ...(requestIds.length > 0 && { requestIds }) }, message);
  }

  function stopTimer(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    warn: (details, message) => report("warn", details, message),
    error: (details, message) => report("error", details, message),
    close() {
      stopTimer();
      for (const each of series.values()) writeCount(each);
      series.clear();
    },
  };
}

function describeError(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
