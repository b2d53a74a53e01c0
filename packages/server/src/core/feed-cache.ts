import type { ChangeFeed } from "./change-feed.ts";

export interface FeedCache<V> {
  /** The value, at once when it is cached (the usual case), otherwise read from the database. */
  get(key: string): V | Promise<V>;
  invalidate(key: string): void;
  clear(): void;
}

/**
 * A bounded cache that is exact: a value it returns is true at `feed.revision` of that moment.
 *
 * Two generations instead of a linked list: a hit in the young one is one Map lookup, and when the young one is full
 * it becomes the old one, whose untouched half is then forgotten.
 */
export function createFeedCache<V>(options: {
  readonly feed: ChangeFeed;
  readonly limit: number;
  readonly load: (key: string) => Promise<{ readonly revision: number; readonly value: V }>;
}): FeedCache<V> {
  const { feed, load } = options;
  const generationSize = Math.max(1, Math.floor(options.limit / 2));
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  const loading = new Map<string, Load<V>>();

  const remember = (key: string, value: V) => {
    if (young.size >= generationSize) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };

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
        if (value !== undefined) remember(key, value);
        return value;
      }
    } finally {
      loading.delete(key);
    }
  };

  return {
    get(key) {
      const fresh = young.get(key);
      if (fresh !== undefined) return fresh;
      const aged = old.get(key);
      if (aged !== undefined) {
        remember(key, aged);
        return aged;
      }
      const running = loading.get(key);
      if (running) return running.result;
      const ticket: Load<V> = { stale: false, result: undefined as never };
      loading.set(key, ticket);
      ticket.result = read(key, ticket);
      return ticket.result;
    },
    invalidate(key) {
      young.delete(key);
      old.delete(key);
      const running = loading.get(key);
      if (running) running.stale = true;
    },
    clear() {
      young = new Map();
      old = new Map();
      for (const running of loading.values()) running.stale = true;
    },
  };
}

interface Load<V> {
  /** Set when the key changed after the read began: what it brings may be older than what was announced. */
  stale: boolean;
  result: Promise<V>;
}
