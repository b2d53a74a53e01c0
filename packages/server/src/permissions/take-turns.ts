import { setImmediate as nextTurn } from "node:timers/promises";
import { TooMuchWorkError } from "../core/errors.ts";
import { DECISION_WORK, workDone } from "./conditions/work.ts";

/**
 * What the conditions of one request may cost together: some two seconds, in which others are served as well. Beyond
 * that the question is refused and not answered in part, since a decision must not depend on what else was asked.
 */
export const REQUEST_WORK = 100 * DECISION_WORK;

/** As much as one decision may take: after that, others go first. */
const TURN_WORK = DECISION_WORK;

/** Runs decisions one after the other, and lets others go first whenever their conditions took long. */
export interface Turns {
  /** A promise only when others go first: what meets no condition is answered at once. */
  take<T>(work: () => T): T | Promise<T>;
}

/** Throws TooMuchWorkError when more than `limit` is spent. */
export function createTurns(limit: number): Turns {
  let spent = 0;
  let spentInTurn = 0;
  return {
    take(work) {
      const before = workDone();
      const result = work();
      const units = workDone() - before;
      spent += units;
      spentInTurn += units;
      if (spent > limit) throw new TooMuchWorkError();
      if (spentInTurn < TURN_WORK) return result;
      spentInTurn = 0;
      return nextTurn(result);
    },
  };
}

/** The results in order. */
export async function takeAll<I, R>(
  turns: Turns,
  items: readonly I[],
  work: (item: I, index: number) => R,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    const taken = turns.take(() => work(item, index));
    results.push(taken instanceof Promise ? await taken : taken);
  }
  return results;
}
