import { BoundedCache } from "./bounded-cache.ts";
import type { ChangeFeed } from "./change-feed.ts";

export interface FeedCache<V> {
  /** The value, at once when it is cached (the usual case), otherwise read from the database. */
  get(key: string): V | Promise<V>;
  invalidate(key: string): void;
  clear(): void;
}

/** A bounded cache that is exact: a value it returns is true at `feed.revision` of that moment. */
export function createFeedCache<V extends NonNullable<unknown> | undefined>(options: {
  readonly feed: ChangeFeed;
  readonly limit: number;
  readonly load: (key: string) => Promise<{ readonly revision: number; readonly value: V }>;
}): FeedCache<V> {
  const { feed, load } = options;
  const known = new BoundedCache<NonNullable<V>>(options.limit);
  const loading = new Map<string, Load<V>>();

  const read = async (key: string, ticket: Load<V>): Promise<V> => {
    try {
      for (;;) {
        ticket.stale = false;
        const { revision, value } = await load(key);
        // The database may be ahead of what this node has heard. Hear it first, so that one decision never mixes
        // two revisions; if the news is about this very key, read again.
        if (revision > feed.revision) await feed.confirm(revision);
        if (ticket.stale) continue;
        // Nothing is remembered of what does not exist, or made-up names would drive out real ones.
        if (value !== undefined) known.set(key, value);
        return value;
      }
    } finally {
      loading.delete(key);
    }
  };

  return {
    get(key) {
      const found = known.get(key);
      if (found !== undefined) return found;
      const running = loading.get(key);
      if (running) return running.result;
      const ticket: Load<V> = { stale: false, result: undefined as never };
      loading.set(key, ticket);
      ticket.result = read(key, ticket);
      return ticket.result;
    },
    invalidate(key) {
      known.delete(key);
      const running = loading.get(key);
      if (running) running.stale = true;
    },
    clear() {
      known.clear();
      for (const running of loading.values()) running.stale = true;
    },
  };
}

interface Load<V> {
  /** Set when the key changed after the read began: what it brings may be older than what was announced. */
  stale: boolean;
  result: Promise<V>;
}
