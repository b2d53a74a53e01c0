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

/** Returns the current time from one shared clock, which ticks twice a minute. */
export const useNow = (): Date =>
  useSyncExternalStore(subscribe, () => {
    // The clock does not tick without listeners, so its time may be old.
    if (listeners.size === 0 && Date.now() - now.getTime() > EVERY_MILLISECONDS) now = new Date();
    return now;
  });
