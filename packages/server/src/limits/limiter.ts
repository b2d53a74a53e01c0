import { createHmac, createSecretKey } from "node:crypto";
import { BoundedCache, memoize } from "@licet/engine/internal/values/bounded-cache.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { TooManyRequestsError } from "../core/errors/errors.ts";
import { type CounterTable, createCounterTable, type Unsent } from "./counter-table.ts";
import { LIMIT_NAMES, type Limit, type LimitName, type Limits } from "./limits.ts";
import type { LimitStore, StoredCount } from "./stores.ts";

/** The caller that used up a limit, for the audit log. */
export interface CountedBy {
  readonly actor: string;
  readonly ip: string;
  readonly requestId: string;
}

export interface Limiter {
  /** Whether the limit is configured. */
  isOn(name: LimitName): boolean;
  /** Whether any key has a count. Usually none has, and a request needs no lookup. */
  hasCounts(name: LimitName): boolean;
  /** Throws TooManyRequestsError when the limit of this key is used up. Counts nothing. */
  throwIfReached(name: LimitName, key: string): void;
  /** Counts one more of this key. False, and nothing is counted, when the limit is used up. */
  count(name: LimitName, key: string, by: CountedBy): boolean;
  /** Counts one more of this key; throws TooManyRequestsError when the limit is used up. */
  take(name: LimitName, key: string, by: CountedBy): void;
  /** Sends the counts of this node to the database, and reads those of the other nodes. */
  exchange(): Promise<void>;
  /** Loads the counts from before this node started. */
  load(): Promise<void>;
}

/** Bounds the rows that a flood from many addresses writes in one exchange; the rest is sent in the next ones. */
const SENT_AT_ONCE = 500;
const READ_AT_ONCE = 5_000;
const LOADED_AT_START = 20_000;
/** How far the clocks of nodes may be apart. Reading a sum twice changes nothing. */
const OVERLAP_MILLISECONDS = 10_000;
const REMEMBERED_DIGESTS = 10_000;
/** An event about a limit that is reached together names one of them. */
const REMEMBERED_CALLERS = 10_000;

/**
 * Counts in memory, so that a request never waits for the database, and limits work while it is unavailable. Nodes
 * exchange their sums in the background.
 */
export function createLimiter(options: {
  readonly limits: Limits;
  readonly store: LimitStore;
  readonly clock: Clock;
  /** The key of the hashes: without it, stored counts do not reveal their clients and addresses. */
  readonly key: Uint8Array;
  /** A request was refused. */
  readonly onLimited: (name: LimitName) => void;
  /**
   * A key has used up its limit: called once for each window, by the node that counted the last one, or by the one whose
   * counts the database added last.
   */
  readonly onReached: (name: LimitName, limit: Limit, by: CountedBy) => void;
}): Limiter {
  const { limits, store, clock, onLimited, onReached } = options;
  const tables = new Map<LimitName, CounterTable>();
  for (const name of LIMIT_NAMES)
    if (limits[name].most > 0) tables.set(name, createCounterTable(limits[name]));
  const least = Math.min(...[...tables.keys()].map((name) => limits[name].most));
  const digest = createDigest(options.key);
  let readAt = 0;
  /** By id, who was counted last among the counts that are not sent yet, unless that one reached the limit here. */
  const lastCounted = new BoundedCache<CountedBy>(REMEMBERED_CALLERS);

  function throwIfReached(name: LimitName, key: string): void {
    const table = tables.get(name);
    if (!table || table.isEmpty) return;
    const now = clock.seconds();
    const found = table.find(digest(name, key), now);
    if (!found || found.count < limits[name].most) return;
    onLimited(name);
    throw new TooManyRequestsError("too many requests; wait and try again", found.endsAt - now);
  }

  function count(name: LimitName, key: string, by: CountedBy): boolean {
    const table = tables.get(name);
    if (!table) return true;
    const { most } = limits[name];
    const id = digest(name, key);
    const now = clock.seconds();
    if ((table.find(id, now)?.count ?? 0) >= most) return false;
    const isReached = table.add(id, now).count >= most;
    if (isReached) onReached(name, limits[name], by);
    if (store.isShared && !isReached) lastCounted.set(id, by);
    else lastCounted.delete(id);
    return true;
  }

  /** The counts of several nodes, none of which has reached the limit by itself. The database adds them one by one. */
  function reportReachedTogether(name: LimitName, sent: Unsent, sum: StoredCount): void {
    const { most } = limits[name];
    const by = lastCounted.get(sent.id);
    lastCounted.delete(sent.id);
    const isLastAdded = sum.count >= most && sum.count - sent.count < most;
    if (by && isLastAdded) onReached(name, limits[name], by);
  }

  async function send(now: number): Promise<void> {
    const share = Math.floor(SENT_AT_ONCE / tables.size);
    const unsent = [...tables].flatMap(([name, table]) =>
      table.takeUnsent(share, now).map((each) => ({ name, table, each })),
    );
    if (unsent.length === 0) return;
    try {
      const stored = await store.add(
        unsent.map(({ name, each }) => ({ name, ...each })),
        clock.milliseconds(),
      );
      const sums = new Map(stored.map((sum) => [sum.id, sum]));
      for (const { name, table, each } of unsent) {
        const sum = sums.get(each.id);
        if (sum) reportReachedTogether(name, each, sum);
        table.settle(each, sum);
      }
    } catch (error) {
      for (const { table, each } of unsent) table.restore(each);
      throw error;
    }
  }

  async function read(changedSince: number, leastCount: number, atMost: number): Promise<void> {
    const now = clock.seconds();
    for (const { name, id, ...sum } of await store.list({ changedSince, now, least: leastCount }, atMost))
      tables.get(name as LimitName)?.merge(id, sum, now);
  }

  return {
    isOn: (name) => tables.has(name),
    hasCounts: (name) => tables.get(name)?.isEmpty === false,
    throwIfReached,
    count,
    take(name, key, by) {
      throwIfReached(name, key);
      count(name, key, by);
    },
    async exchange() {
      if (tables.size === 0) return;
      await send(clock.seconds());
      if (!store.isShared) return;
      const startedAt = clock.milliseconds();
      await read(readAt - OVERLAP_MILLISECONDS, least, READ_AT_ONCE);
      readAt = startedAt;
    },
    async load() {
      if (tables.size === 0) return;
      const startedAt = clock.milliseconds();
      await read(0, 1, LOADED_AT_START);
      readAt = startedAt;
    },
  };
}

/** A keyed hash of 132 bits. The digests of recent callers are cached. */
function createDigest(key: Uint8Array): (name: LimitName, text: string) => string {
  const secret = createSecretKey(key);
  const digest = memoize(REMEMBERED_DIGESTS, (named) =>
    createHmac("sha256", secret).update(named, "utf8").digest("base64url").slice(0, 22),
  );
  return (name, text) => digest(`${name}\0${text}`);
}
