import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { getOrInsert } from "../../core/values/get-or-insert.ts";
import type { LoggedRevocation, RevocationLog } from "../stores.ts";

/** The log of revocations as it was at one moment, shared by all streams of this node. */
export interface RevocationReading {
  /** When the reading began, by a clock that is never set back: everything committed before is in it. */
  readonly begunAt: number;
  readonly newest: number;
  /** One page of the entries after a position, the oldest first. `next` is the position to go on from. */
  listAfter(position: number): Promise<RevocationPage>;
}

export interface RevocationPage {
  readonly entries: readonly LoggedRevocation[];
  readonly next: number;
  readonly isLast: boolean;
}

export interface RevocationFeed {
  /** The next reading. It begins after this call; callers that wait at the same time share it. */
  next(): Promise<RevocationReading>;
  listAfter(position: number, limit: number): Promise<RevocationPage & { readonly newest: number }>;
}

const READ_EVERY_MILLISECONDS = 500;
const READ_AT_ONCE = 1_000;

export function createRevocationFeed({
  log,
  clock,
  now,
}: {
  readonly log: RevocationLog;
  readonly clock: Clock;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}): RevocationFeed {
  let begunLast = Number.NEGATIVE_INFINITY;
  let newestLast: number | undefined;
  let upcoming: Promise<RevocationReading> | undefined;

  async function listAfter(position: number, limit: number) {
    const { newest, entries } = await log.listAfter(position, limit, clock.seconds());
    const isLast = entries.length < limit;
    return { entries, newest, isLast, next: isLast ? newest : (entries.at(-1)?.position ?? newest) };
  }

  async function read(): Promise<RevocationReading> {
    const begunAt = now();
    begunLast = begunAt;
    // Most streams have read as far as the last reading: the first page is theirs.
    const from = newestLast ?? Number.MAX_SAFE_INTEGER;
    const first = await listAfter(from, READ_AT_ONCE);
    newestLast = first.newest;
    const pages = new Map<number, Promise<RevocationPage>>();
    if (from <= first.newest) pages.set(from, Promise.resolve(first));
    return {
      begunAt,
      newest: first.newest,
      listAfter: (position) => getOrInsert(pages, position, () => listAfter(position, READ_AT_ONCE)),
    };
  }

  async function readInTime(): Promise<RevocationReading> {
    await delay(Math.max(0, begunLast + READ_EVERY_MILLISECONDS - now()));
    upcoming = undefined;
    return read();
  }

  return {
    next() {
      upcoming ??= readInTime();
      return upcoming;
    },
    listAfter,
  };
}
