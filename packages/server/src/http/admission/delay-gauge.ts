/** How long events wait before this process handles them. */
export interface DelayGauge {
  readonly milliseconds: number;
  /** What is read now may have waited in its socket since then. In milliseconds of `performance.now()`. */
  readonly waitingSince: number;
}

const EVERY_MILLISECONDS = 50;
const SAMPLES = 5;

/**
 * Measures how late a timer is: whatever keeps it waiting keeps requests waiting in their sockets, too. The median of
 * five samples, because one long pause, for the garbage collector say, is no overload.
 */
export function startDelayGauge(now: () => number = () => performance.now()): DelayGauge & { stop(): void } {
  const samples: number[] = new Array(SAMPLES).fill(0);
  let milliseconds = 0;
  let taken = 0;
  let due = now() + EVERY_MILLISECONDS;
  // The timer comes before this process looks at its sockets, so it looked at all of them after the last but one time.
  let lookedAt = now();
  let waitingSince = lookedAt;

  const timer = setInterval(() => {
    const at = now();
    waitingSince = lookedAt;
    lookedAt = at;
    samples[taken % SAMPLES] = Math.max(0, at - due);
    taken += 1;
    due = at + EVERY_MILLISECONDS;
    milliseconds = samples.toSorted((one, other) => one - other)[SAMPLES >> 1] as number;
  }, EVERY_MILLISECONDS).unref();

  return {
    get milliseconds() {
      return milliseconds;
    },
    get waitingSince() {
      return waitingSince;
    },
    stop: () => clearInterval(timer),
  };
}
