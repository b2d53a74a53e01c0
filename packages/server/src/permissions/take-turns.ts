import { setImmediate as nextTurn } from "node:timers/promises";
import { TooMuchWorkError } from "../core/errors.ts";
import { createWorkMeter, DECISION_WORK, type WorkMeter } from "./conditions/work.ts";

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
  take<T>(work: (meter: WorkMeter) => T): T | Promise<T>;
}

/** Throws TooMuchWorkError when more than `limit` is spent. */
export function createTurns(limit: number): Turns {
  const meter = createWorkMeter();
  let turnBegan = 0;
  return {
    take(work) {
      const result = work(meter);
      if (meter.spent > limit) throw new TooMuchWorkError();
      if (meter.spent - turnBegan < TURN_WORK) return result;
      turnBegan = meter.spent;
      return nextTurn(result);
    },
  };
}

/** The results in order. */
export async function takeAll<I, R>(
  turns: Turns,
  items: readonly I[],
  work: (item: I, index: number, meter: WorkMeter) => R,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    const taken = turns.take((meter) => work(item, index, meter));
    results.push(taken instanceof Promise ? await taken : taken);
  }
  return results;
}
