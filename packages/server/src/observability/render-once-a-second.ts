export interface RenderingOptions {
  /** Milliseconds of a clock that never stands still or goes back: the metrics have to tell when the others do. */
  readonly now: () => number;
  readonly everyMilliseconds?: number;
}

/**
 * All who ask within a second share one result: reading every counter and writing it down takes milliseconds, and anybody
 * may ask where the metrics are public. A failure is not shared with those who ask later.
 */
export function renderOnceASecond<T>(
  render: () => Promise<T>,
  { now, everyMilliseconds = 1_000 }: RenderingOptions,
): () => Promise<T> {
  let latest: { readonly result: Promise<T>; readonly startedAt: number; ended: boolean } | undefined;
  return () => {
    if (latest && (!latest.ended || now() - latest.startedAt < everyMilliseconds)) return latest.result;
    const rendering = { result: render(), startedAt: now(), ended: false };
    latest = rendering;
    rendering.result.then(
      () => {
        rendering.ended = true;
      },
      () => {
        if (latest === rendering) latest = undefined;
      },
    );
    return rendering.result;
  };
}
