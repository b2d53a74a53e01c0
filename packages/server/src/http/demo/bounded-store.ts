import { generateToken } from "../../accounts/random-token.ts";
import { type Clock, type EpochSeconds, isExpired } from "../../core/time.ts";

/** Values under random tokens, in memory, for a while. */
export interface BoundedStore<Value> {
  /** The token it is found by. */
  add(value: Value): string;
  find(token: string | undefined): Value | undefined;
  /** Finds it for the last time. */
  take(token: string | undefined): Value | undefined;
  /** Changes what is there; nothing happens when it is gone. It does not live longer for it. */
  replace(token: string, value: Value): void;
}

/** When it is full the oldest goes: strangers can push each other out, but never fill the memory. */
export function createBoundedStore<Value>({
  clock,
  limit,
  lifetimeSeconds,
}: {
  readonly clock: Clock;
  readonly limit: number;
  readonly lifetimeSeconds: number;
}): BoundedStore<Value> {
  // A Map keeps the order of insertion, and all live equally long: the first is the oldest.
  const entries = new Map<string, { readonly value: Value; readonly expiresAt: EpochSeconds }>();

  const findLive = (token: string | undefined) => {
    const entry = token === undefined ? undefined : entries.get(token);
    return entry && !isExpired(entry.expiresAt, clock.seconds()) ? entry : undefined;
  };

  function makeRoom(): void {
    for (const [token, { expiresAt }] of entries) {
      if (entries.size < limit && !isExpired(expiresAt, clock.seconds())) return;
      entries.delete(token);
    }
  }

  return {
    add(value) {
      makeRoom();
      const token = generateToken();
      entries.set(token, { value, expiresAt: clock.seconds() + lifetimeSeconds });
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
