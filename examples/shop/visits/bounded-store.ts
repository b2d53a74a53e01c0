import { newToken } from "../oidc/new-token.ts";

/** Values under random tokens, in memory, for a while. */
export interface BoundedStore<Value> {
  /** The token it is found by. */
  add(value: Value): string;
  find(token: string | undefined): Value | undefined;
  /** Finds it for the last time. */
  take(token: string | undefined): Value | undefined;
  /** Changes the stored value; nothing happens when it is gone. Its lifetime stays the same. */
  replace(token: string, value: Value): void;
}

/** When the store is full the oldest value goes: strangers can push each other out, but never fill the memory. */
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
  // A Map keeps the order of insertion, and all live equally long: the first is the oldest.
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
      const token = newToken();
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
