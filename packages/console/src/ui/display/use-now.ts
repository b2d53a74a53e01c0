import { useSyncExternalStore } from "react";

const EVERY_MILLISECONDS = 30_000;

let now = new Date();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const each of listeners) each();
  }, EVERY_MILLISECONDS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, one clock for all that show it; it ticks twice a minute. */
export const useNow = (): Date =>
  useSyncExternalStore(subscribe, () => {
    // A clock that nobody watched has stood still.
    if (listeners.size === 0 && Date.now() - now.getTime() > EVERY_MILLISECONDS) now = new Date();
    return now;
  });
