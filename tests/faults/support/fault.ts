import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "./random.ts";

/** Something that goes wrong again and again. */
export interface Fault {
  readonly name: string;
  /** The pause between the end of one and the next. */
  readonly everyMilliseconds: readonly [least: number, most: number];
  /** Resolves when things are as before. */
  inject(): Promise<unknown>;
}

export interface RunningFaults {
  /** How often each one struck. */
  readonly counts: ReadonlyMap<string, number>;
  /** Resolves when all are over, and rejects with what went wrong in making them. */
  stop(): Promise<void>;
}

export function startFaults(faults: readonly Fault[], random: Random): RunningFaults {
  const counts = new Map(faults.map(({ name }) => [name, 0]));
  const over = new AbortController();
  const pause = (milliseconds: number) =>
    delay(milliseconds, undefined, { signal: over.signal }).catch(() => {});
  const running = faults.map(async ({ name, everyMilliseconds: [least, most], inject }) => {
    for (;;) {
      await pause(random.between(least, most));
      if (over.signal.aborted) return;
      await inject();
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  });
  const all = Promise.all(running);
  // Told by `stop`; until then the work goes on.
  all.catch(() => {});
  return {
    counts,
    async stop() {
      over.abort();
      await all;
    },
  };
}
