interface PersistedValue {
  get(): string;
  set(value: string): void;
  subscribe(listener: () => void): () => void;
}

/** A preference of this browser, for `useSyncExternalStore`. Never store a token or another secret here. */
export function persistedValue(key: string, fallback: string): PersistedValue {
  const listeners = new Set<() => void>();
  return {
    get: () => localStorage.getItem(key) ?? fallback,
    set(value) {
      localStorage.setItem(key, value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
