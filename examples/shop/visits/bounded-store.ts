import { generateToken } from "../oidc/generate-token.ts";

/** Stores values in memory under random tokens, for a limited time. */
export interface BoundedStore<Value> {
  /** Stores the value and returns its token. */
  add(value: Value): string;
  find(token: string | undefined): Value | undefined;
  /** Finds the value and removes it. */
  take(token: string | undefined): Value | undefined;
  /** Changes the stored value and keeps its lifetime. Does nothing when the value is gone. */
  replace(token: string, value: Value): void;
}

/** A full store removes its oldest value: visitors can displace each other, but they cannot fill the memory. */
export function createBoundedStore<Value>({
  now,
  limit,
  lifetimeSeconds,
}: {
  /** In seconds since 1970. */
  readonly now: () => number;
  readonly limit: number;
  readonly lifetimeSeconds: number;
}): BoundedStore<Value> {
  // A Map keeps the insertion order, and all values have the same lifetime, so the first is the oldest.
  const entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>();

  const findLive = (token: string | undefined) => {
    const entry = token === undefined ? undefined : entries.get(token);
    return entry && entry.expiresAt > now() ? entry : undefined;
  };

  function makeRoom(): void {
    for (const [token, { expiresAt }] of entries) {
      if (entries.size < limit && expiresAt > now()) return;
      entries.delete(token);
    }
  }

  return {
    add(value) {
      makeRoom();
      const token = generateToken();
      entries.set(token, { value, expiresAt: now() + lifetimeSeconds });
      return token;
    },
    find: (token) => findLive(token)?.value,
    take(token) {
      const entry = findLive(token);
      if (token !== undefined) entries.delete(token);
      return entry?.value;
    },
    replace(token, value) {
      const entry = findLive(token);
      if (entry) entries.set(token, { ...entry, value });
    },
  };
}
