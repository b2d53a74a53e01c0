import { BoundedCache } from "@licet/engine/internal/values/bounded-cache.ts";
import { requireTime, untilDeadline, withSharedDeadline } from "../time/deadline.ts";
import type { ChangeFeed } from "./change-feed.ts";

export interface FeedCache<V> {
  /** The value, at once when it is cached (the usual case), otherwise read from the database. */
  get(key: string): V | Promise<V>;
  invalidate(key: string): void;
  clear(): void;
}

/** A bounded cache that is exact: a returned value is the one of `feed.revision` at that moment. */
export function createFeedCache<V extends NonNullable<unknown> | undefined>(options: {
  readonly feed: ChangeFeed;
  readonly limit: number;
  readonly load: (key: string) => Promise<{ readonly revision: number; readonly value: V }>;
  /** The same key as the value has it. Without it, the text of the first request is kept beside that of the value. */
  readonly keyOf?: (value: NonNullable<V>) => string;
}): FeedCache<V> {
  const { feed, load, keyOf } = options;
  const known = new BoundedCache<NonNullable<V>>(options.limit);
  const loading = new Map<string, PendingLoad<V>>();

  const read = async (key: string, pending: PendingLoad<V>): Promise<V> => {
    try {
      for (;;) {
        // Under a stream of changes to this key the reading would never end.
        requireTime();
        pending.stale = false;
        const { revision, value } = await load(key);
        // The database may have a newer revision than this node. The node catches up first, so that one decision never
        // mixes two revisions; when that changes this key, it is read again.
        if (revision > feed.revision) await feed.confirm(revision);
        if (pending.stale) continue;
        // A missing value is not cached: invented names would evict real ones.
        if (value !== undefined) known.set(keyOf?.(value) ?? key, value);
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
      if (running) return untilDeadline(running.result);
      const pending: PendingLoad<V> = { stale: false, result: undefined as never };
      loading.set(key, pending);
      pending.result = withSharedDeadline(() => read(key, pending));
      return untilDeadline(pending.result);
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

interface PendingLoad<V> {
  /** True when the key changed after the read began: the value may be older than the change. */
  stale: boolean;
  result: Promise<V>;
}
