import { setImmediate as yieldToOthers } from "node:timers/promises";
import { createWorkMeter, DECISION_WORK, type WorkMeter } from "@licet/engine/conditions/evaluate/work.ts";
import { TooMuchWorkError } from "../core/errors.ts";

/**
 * The work that all conditions of one request may cost: some two seconds, in which other requests are served as well.
 * A request above it is refused and not answered in part, because a decision must not depend on the other questions.
 */
export const REQUEST_WORK = 100 * DECISION_WORK;

/** The scheduler yields after this work, which is the limit of one decision. */
const SLICE_WORK = DECISION_WORK;

/** Runs decisions one after the other, and yields to other requests whenever their conditions took long. */
export interface CooperativeScheduler {
  /** A promise only when it yields: work without conditions is answered at once. */
  run<T>(work: (meter: WorkMeter) => T): T | Promise<T>;
}

/** Throws TooMuchWorkError when more than `limit` is spent. */
export function createCooperativeScheduler(limit: number): CooperativeScheduler {
  const meter = createWorkMeter();
  let spentAtLastYield = 0;
  return {
    run(work) {
      const result = work(meter);
      if (meter.spent > limit) throw new TooMuchWorkError();
      if (meter.spent - spentAtLastYield < SLICE_WORK) return result;
      spentAtLastYield = meter.spent;
      return yieldToOthers(result);
    },
  };
}

/** Returns the results in the order of the items. */
export async function runAll<I, R>(
  scheduler: CooperativeScheduler,
  items: readonly I[],
  work: (item: I, index: number, meter: WorkMeter) => R,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const result = scheduler.run((meter) => work(items[index] as I, index, meter));
    results.push(result instanceof Promise ? await result : result);
  }
  return results;
}
