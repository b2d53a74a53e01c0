/** Goes on with a value: at once when it is known, which costs no promise, otherwise when its promise resolves. */
export const whenKnown = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);
