/** A value that is at hand (the usual case, where everything is cached), or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Goes on with a value: at once when it is at hand, so that a request that needs nothing from the database pays for no
 * promise.
 */
export function whenReady<T, Result>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** All values, in their order: at once when none of them has to be waited for. */
export function allOf<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly T[]);
}
