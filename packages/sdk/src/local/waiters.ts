import type { Clock } from "../common/runtime.ts";

/** Callers that wait until the copy is as they need it. */
export interface Waiters {
  /** Looks again whether what is waited for is true. */
  wake(): void;
  fail(error: unknown): void;
  /** Rejects with the error of `fail`. */
  until(isDone: () => boolean): Promise<void>;
  /** Resolves when it is true or the time is over. */
  wait(isDone: () => boolean, milliseconds: number, sleep: Clock["sleep"]): Promise<void>;
}

export function createWaiters(): Waiters {
  const waiting = new Set<{ isDone(): boolean; resolve(): void; reject(error: unknown): void }>();

  const until = (isDone: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.add({ isDone, resolve, reject });
    });

  return {
    wake() {
      for (const one of waiting) {
        if (!one.isDone()) continue;
        waiting.delete(one);
        one.resolve();
      }
    },
    fail(error) {
      for (const one of waiting) one.reject(error);
      waiting.clear();
    },
    until,
    async wait(isDone, milliseconds, sleep) {
      let isOver = false;
      const ending = new AbortController();
      const done = until(() => isOver || isDone()).catch(() => undefined);
      const timer = sleep(milliseconds, ending.signal).catch(() => undefined);
      await Promise.race([done, timer]);
      // What is no longer waited for is removed at the next look.
      isOver = true;
      ending.abort();
    },
  };
}
