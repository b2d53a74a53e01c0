import type { ChangeFeed } from "../../core/feed/change-feed.ts";

/** Wakes the streams that wait for a change. */
export interface ChangeSignal {
  count(): number;
  /** True after a change since `seen`, false when the time was up or the stream ended. */
  wait(seen: number, milliseconds: number, end: AbortSignal): Promise<boolean>;
}

/** The streams share one listener: a feed's listeners are never removed. */
export function createChangeSignal(feed: ChangeFeed): ChangeSignal {
  let count = 0;
  const waiters = new Set<() => void>();
  const notify = () => {
    count += 1;
    for (const wake of waiters) wake();
  };
  feed.onChange(notify);
  feed.onReset(notify);

  return {
    count: () => count,
    wait(seen, milliseconds, end) {
      if (count !== seen || end.aborted) return Promise.resolve(count !== seen);
      return new Promise((resolve) => {
        const wake = (hasChanged: boolean) => {
          clearTimeout(timer);
          waiters.delete(onNotify);
          end.removeEventListener("abort", onEnd);
          resolve(hasChanged);
        };
        const onNotify = () => wake(true);
        const onEnd = () => wake(false);
        const timer = setTimeout(onEnd, milliseconds);
        waiters.add(onNotify);
        end.addEventListener("abort", onEnd);
      });
    },
  };
}
