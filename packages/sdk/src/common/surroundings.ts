import { pause } from "./pause.ts";

/** What the SDK takes from the outside world. Tests give another clock, and waits that take no time. */
export interface Surroundings {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** The global `fetch` is looked up for each request, so that an application may replace it later. */
export const SURROUNDINGS: Surroundings = {
  fetch: (input, init) => globalThis.fetch(input, init),
  now: () => Date.now(),
  random: () => Math.random(),
  pause,
};
