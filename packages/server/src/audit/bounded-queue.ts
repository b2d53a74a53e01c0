/** A queue that keeps the newest entries: once it is full, each new entry replaces the oldest. */
export interface BoundedQueue<T> {
  readonly length: number;
  /** Returns the number of dropped entries: none, or the oldest one. */
  push(entry: T): 0 | 1;
  /** Takes at most `count` entries, the oldest first. */
  take(count: number): T[];
  /**
   * Puts taken entries back before the rest. Returns the number of entries that have no room; the oldest are dropped.
   */
  putBack(entries: readonly T[]): number;
}

/** A ring buffer moves no entries: the cost of an entry does not depend on the length of the queue. */
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
