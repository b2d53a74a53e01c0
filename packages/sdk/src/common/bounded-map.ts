export interface Bounds {
  readonly entries: number;
  readonly bytes: number;
}

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
}

/**
 * A bounded number of values by a text key, and a bounded number of bytes as its user counts them; the half that was used
 * last is always kept. Two generations instead of a linked list: when the young one is full it becomes the old one, and
 * what was not used since is dropped.
 */
export class BoundedMap<V extends NonNullable<unknown>> {
  readonly #generation: Bounds;
  #young = new Map<string, Entry<V>>();
  #youngBytes = 0;
  #old = new Map<string, Entry<V>>();

  constructor({ entries, bytes }: Bounds) {
    const half = Math.max(1, Math.floor(entries / 2));
    this.#generation = { entries: entries === 0 ? 0 : half, bytes: Math.floor(bytes / 2) };
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.set(key, old.value, old.bytes);
    return old.value;
  }

  /** A value that is larger than a generation is not kept: it would take the places of all others. */
  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    const { entries, bytes: most } = this.#generation;
    if (entries === 0 || bytes > most) return;
    if (this.#young.size >= entries || this.#youngBytes + bytes > most) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(key, { value, bytes });
    this.#youngBytes += bytes;
  }

  delete(key: string): void {
    this.#youngBytes -= this.#young.get(key)?.bytes ?? 0;
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
