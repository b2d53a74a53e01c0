/**
 * A cache of at most `limit` values by a text key. The half that was used last is always kept.
 *
 * It has two generations instead of a linked list: a hit in the young one is one Map lookup. When the young one is full
 * it becomes the old one, and the entries of the old one that were not used since are dropped.
 */
export class BoundedCache<V extends NonNullable<unknown> | null> {
  readonly #generationSize: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  constructor(limit: number) {
    this.#generationSize = Math.max(1, Math.floor(limit / 2));
  }

  get(key: string): V | undefined {
    const fresh = this.#young.get(key);
    if (fresh !== undefined) return fresh;
    const aged = this.#old.get(key);
    if (aged !== undefined) this.set(key, aged);
    return aged;
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#generationSize && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
  }
}

/** Computes once for each text, as long as the result is cached. A computation that throws is repeated. */
export function memoize<V extends NonNullable<unknown>>(
  limit: number,
  compute: (text: string) => V,
): (text: string) => V {
  const known = new BoundedCache<V>(limit);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const computed = compute(text);
    known.set(text, computed);
    return computed;
  };
}
