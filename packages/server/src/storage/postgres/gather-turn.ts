import { UnavailableError } from "../../core/errors/errors.ts";
import {
  type Deadline,
  findDeadline,
  remainingMilliseconds,
  withDeadline,
} from "../../core/time/deadline.ts";
import type { Run } from "../engine/batches.ts";

/** A row for the caller at this position, counted from 1. */
export type Positioned<Result> = Result & { readonly position: number };
export type RunMany<Argument, Result> = (
  given: readonly Argument[],
) => Promise<readonly Positioned<Result>[]>;

interface Waiting<Argument, Result> extends Timed {
  readonly argument: Argument;
  readonly resolve: (rows: readonly Result[] | PromiseLike<readonly Result[]>) => void;
  readonly reject: (error: unknown) => void;
}

interface Timed {
  readonly deadline: Deadline | undefined;
}

/** A request with less time left runs its statement alone: a batch has the time of the one that has the least. */
const LEAST_MILLISECONDS = 4_000;
/** Keeps a message small, and the locks of a batch few. */
const MOST_CALLERS = 100;

/**
 * Runs a statement for all callers of one turn of the event loop at once. A caller alone runs it as it is, and with
 * `repeatsEmpty` also one for whom the batch has no row.
 */
export function gatherTurn<Argument, Result>(
  runOne: Run<Argument, Result>,
  runMany: RunMany<Argument, Result>,
  { repeatsEmpty = false } = {},
): Run<Argument, Result> {
  let waiting: Waiting<Argument, Result>[] = [];

  function send(): void {
    const all = waiting;
    waiting = [];
    for (let begin = 0; begin < all.length; begin += MOST_CALLERS)
      sendTogether(all.slice(begin, begin + MOST_CALLERS));
  }

  function sendTogether(callers: readonly Waiting<Argument, Result>[]): void {
    const [first] = callers;
    if (callers.length === 1) first?.resolve(withEarliest(callers, () => runOne(first.argument)));
    else void withEarliest(callers, () => answerAll(callers));
  }

  async function answerAll(callers: readonly Waiting<Argument, Result>[]): Promise<void> {
    try {
      const rows = await runMany(callers.map(({ argument }) => argument));
      const found = callers.map((): Result[] => []);
      for (const row of rows) found[row.position - 1]?.push(row);
      callers.forEach(({ argument, resolve }, index) => {
        const own = found[index] ?? [];
        resolve(own.length === 0 && repeatsEmpty ? runOne(argument) : own);
      });
    } catch (error) {
      for (const { argument, resolve, reject } of callers)
        if (error instanceof UnavailableError) reject(error);
        // PostgreSQL refused the whole batch. The value of one caller is the reason, and must not fail the others.
        else resolve(runOne(argument));
    }
  }

  return (argument) => {
    if (remainingMilliseconds() < LEAST_MILLISECONDS) return runOne(argument);
    const { promise, resolve, reject } = Promise.withResolvers<readonly Result[]>();
    if (waiting.push({ argument, resolve, reject, deadline: findDeadline() }) === 1) setImmediate(send);
    return promise;
  };
}

/** After the deadline of any of them nothing is sent: that one was told that its request failed. */
function withEarliest<T>(callers: readonly Timed[], work: () => T): T {
  let earliest: Timed["deadline"];
  for (const { deadline } of callers)
    if (deadline && !(earliest && earliest.endsAt <= deadline.endsAt)) earliest = deadline;
  return earliest === undefined || earliest === findDeadline() ? work() : withDeadline(earliest, work);
}
