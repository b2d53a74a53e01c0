import { sleep } from "./sleep.ts";

/** Time, as the SDK reads it and waits for it. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds by a clock that is never set; only differences count. */
  readonly monotonic: () => number;
  /** Waits. When the signal is aborted, it rejects with the reason of the signal. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** What the SDK takes from its environment. An application may replace it, as tests do. */
export interface RuntimeOptions {
  /** Sends the requests. By default the global `fetch`, looked up for each request. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The time; what it leaves out is the system's. */
  readonly clock?: Partial<Clock> | undefined;
  /** A number from 0 up to, but not including, 1, which spreads waits and renewals. `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

export interface Runtime {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * The global functions are looked up at each use, so that an application may replace them later. Those of a clock are
 * bound to it, for it may be an instance of a class.
 */
export const readRuntime = ({ fetch, clock = {}, random }: RuntimeOptions): Runtime => ({
  // Called without an object: a browser refuses its own `fetch` as a method of another one.
  fetch: (input, init) => (fetch ?? globalThis.fetch)(input, init),
  clock: {
    now: clock.now?.bind(clock) ?? (() => Date.now()),
    monotonic: clock.monotonic?.bind(clock) ?? (() => performance.now()),
    sleep: clock.sleep?.bind(clock) ?? sleep,
  },
  random: random ?? (() => Math.random()),
});
