/** Goes on at once with a value, and later with a promise. A request that needs no waiting does not wait for a turn. */
export function whenSettled<T>(
  work: () => T | Promise<T>,
  onValue: (value: T) => void,
  onError: (error: unknown) => void,
): void {
  let value: T | Promise<T>;
  try {
    value = work();
  } catch (error) {
    onError(error);
    return;
  }
  if (value instanceof Promise) value.then(onValue).catch(onError);
  else onValue(value);
}
