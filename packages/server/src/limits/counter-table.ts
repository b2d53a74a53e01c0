import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Limit, WindowCount } from "./limits.ts";

interface Counter {
  /** The sum in the database. */
  shared: number;
  /** Being sent to the database: it may or may not be in `shared` yet. */
  sent: number;
  /** Counted here and not sent yet. */
  own: number;
  endsAt: EpochSeconds;
}

/** Counts of this node that the database does not have yet. */
export interface Unsent extends WindowCount {
  readonly id: string;
}

/** The counters of one limit, in memory that is bounded whatever callers do. */
export interface CounterTable {
  readonly isEmpty: boolean;
  /** Undefined when nothing was counted in a window that is not over. */
  find(id: string, now: EpochSeconds): WindowCount | undefined;
  /** Counts one more, and returns the sum. */
  add(id: string, now: EpochSeconds): WindowCount;
  /** Takes counts to send. Each must be settled or restored afterwards. */
  takeUnsent(most: number, now: EpochSeconds): readonly Unsent[];
  /** `stored` is the sum that the database gave; undefined when it gave none. */
  settle(unsent: Unsent, stored: WindowCount | undefined): void;
  /** The database did not store the counts: they will be sent again. */
  restore(unsent: Unsent): void;
  /** Takes over a sum that the database has. */
  merge(id: string, stored: WindowCount, now: EpochSeconds): void;
}

/** About 5 MB when the table is full. */
const CAPACITY = 20_000;

/**
 * An attacker can vary keys to evict the counters of others, so counters that are halfway to their limit are kept
 * apart from those with few counts, which cannot evict them. Within each part the oldest is evicted first, because its
 * window ends first.
 */
export function createCounterTable({ most, windowSeconds }: Limit, capacity = CAPACITY): CounterTable {
  const few = new Map<string, Counter>();
  const many = new Map<string, Counter>();
  const unsent = new Set<string>();

  const drop = (id: string) => {
    few.delete(id);
    many.delete(id);
    unsent.delete(id);
  };

  const get = (id: string): Counter | undefined => many.get(id) ?? few.get(id);

  const findLive = (id: string, now: EpochSeconds): Counter | undefined => {
    const counter = get(id);
    if (!counter || counter.endsAt > now) return counter;
    drop(id);
    return undefined;
  };

  /** Undefined when the window of the sent counts is over, or their counter was evicted: then they no longer matter here. */
  const findSent = ({ id, endsAt }: Unsent): Counter | undefined => {
    const counter = get(id);
    return counter?.endsAt === endsAt ? counter : undefined;
  };

  const keep = (id: string, counter: Counter) => {
    const isHalfway = sumOf(counter) * 2 >= most;
    const part = isHalfway ? many : few;
    if (part.has(id)) return;
    if (isHalfway) few.delete(id);
    else many.delete(id);
    part.set(id, counter);
    if (part.size <= capacity) return;
    const [oldest] = part.keys();
    if (oldest !== undefined) drop(oldest);
  };

  return {
    get isEmpty() {
      return few.size === 0 && many.size === 0;
    },
    find(id, now) {
      const counter = findLive(id, now);
      return counter && { count: sumOf(counter), endsAt: counter.endsAt };
    },
    add(id, now) {
      const counter = findLive(id, now) ?? { shared: 0, sent: 0, own: 0, endsAt: now + windowSeconds };
      counter.own += 1;
      unsent.add(id);
      keep(id, counter);
      return { count: sumOf(counter), endsAt: counter.endsAt };
    },
    takeUnsent(atMost, now) {
      const taken: Unsent[] = [];
      for (const id of unsent) {
        if (taken.length >= atMost) break;
        unsent.delete(id);
        const counter = findLive(id, now);
        if (!counter) continue;
        taken.push({ id, count: counter.own, endsAt: counter.endsAt });
        counter.sent += counter.own;
        counter.own = 0;
      }
      return taken;
    },
    settle(settled, stored) {
      const counter = findSent(settled);
      if (!counter) return;
      counter.sent -= settled.count;
      counter.shared = stored?.count ?? counter.shared + settled.count;
      counter.endsAt = stored?.endsAt ?? counter.endsAt;
      keep(settled.id, counter);
    },
    restore(refused) {
      const counter = findSent(refused);
      if (!counter) return;
      counter.sent -= refused.count;
      counter.own += refused.count;
      unsent.add(refused.id);
    },
    merge(id, stored, now) {
      const counter = findLive(id, now) ?? { shared: 0, sent: 0, own: 0, endsAt: stored.endsAt };
      // The sum that comes back with `settle` includes the counts being sent; this one may not.
      if (counter.sent > 0) return;
      counter.shared = stored.count;
      counter.endsAt = stored.endsAt;
      keep(id, counter);
    },
  };
}

const sumOf = ({ shared, sent, own }: Counter): number => shared + sent + own;
