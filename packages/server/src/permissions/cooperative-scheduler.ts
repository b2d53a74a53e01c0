import { setImmediate as yieldToOthers } from "node:timers/promises";
import {
  createWorkMeter,
  DECISION_WORK,
  type WorkMeter,
} from "@licet/engine/internal/conditions/evaluate/work.ts";
import type { Awaitable } from "../core/async/awaitable.ts";
import { TooMuchWorkError } from "../core/errors/errors.ts";

/**
 * The work that all conditions of one request may cost: some two seconds, in which other requests are served as well.
 * A request above it is refused and not answered in part, because a decision must not depend on the other questions.
 */
export const REQUEST_WORK = 100 * DECISION_WORK;

/** The scheduler yields after this work, which is the limit of one decision. */
const SLICE_WORK = DECISION_WORK;

/** Lets decisions run one after the other, and yields to other requests whenever their conditions took long. */
export interface CooperativeScheduler {
  /** Counts the work of each decision. */
  readonly meter: WorkMeter;
  /**
   * Called after each decision. A promise only when it is time to yield: work without conditions is answered at once.
   * Throws TooMuchWorkError when the limit is spent.
   */
  pause(): Promise<void> | undefined;
}

export function createCooperativeScheduler(limit: number): CooperativeScheduler {
  const meter = createWorkMeter();
  let spentAtLastYield = 0;
  return {
    meter,
    pause() {
      if (meter.spent > limit) throw new TooMuchWorkError();
      if (meter.spent - spentAtLastYield < SLICE_WORK) return undefined;
      spentAtLastYield = meter.spent;
      return yieldToOthers();
    },
  };
}

/** Returns the results in the order of the items: at once unless the scheduler yields. */
export function runAll<I, R>(
  scheduler: CooperativeScheduler,
  items: readonly I[],
  work: (item: I, index: number, meter: WorkMeter) => R,
): Awaitable<readonly R[]> {
  const results: R[] = [];
  const goOn = (): Awaitable<readonly R[]> => {
    while (results.length < items.length) {
      const index = results.length;
      results.push(work(items[index] as I, index, scheduler.meter));
      const pause = scheduler.pause();
      if (pause) return pause.then(goOn);
    }
    return results;
  };
  return goOn();
}
