/** A queue that keeps the newest: once it is full, each new entry takes the place of the oldest. */
export interface BoundedQueue<T> {
  readonly length: number;
  /** Says how many entries had to go: none or the oldest. */
  push(entry: T): 0 | 1;
  /** Takes at most `count`, the oldest first. */
  take(count: number): T[];
  /** Puts what was taken before the rest again, and says how many of it have no room any more: its oldest. */
  putBack(entries: readonly T[]): number;
}

/** A ring, so that nothing is ever moved: the time of an entry does not depend on how many wait. */
export function createBoundedQueue<T>(capacity: number): BoundedQueue<T> {
  const ring: (T | undefined)[] = [];
  let oldest = 0;
  let length = 0;
  const placeOf = (index: number) => (oldest + index + capacity) % capacity;

  function takeOldest(): T {
    const entry = ring[oldest] as T;
    // The empty slot must not keep the event in memory.
    ring[oldest] = undefined;
    oldest = placeOf(1);
    length -= 1;
    return entry;
  }

  return {
    get length() {
      return length;
    },
    push(entry) {
      const isFull = length === capacity;
      if (isFull) takeOldest();
      ring[placeOf(length)] = entry;
      length += 1;
      return isFull ? 1 : 0;
    },
    take: (count) => Array.from({ length: Math.min(count, length) }, takeOldest),
    putBack(entries) {
      const lost = Math.max(0, entries.length - (capacity - length));
      for (const entry of entries.slice(lost).reverse()) {
        oldest = placeOf(-1);
        ring[oldest] = entry;
        length += 1;
      }
      return lost;
    },
  };
}
