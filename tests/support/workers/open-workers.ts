import type { Siblings } from "../../../packages/server/src/core/siblings.ts";
import type { Services } from "../../../packages/server/src/services.ts";
import { lockForWorkers } from "../../../packages/server/src/storage/lock-for-workers.ts";

/** What a worker is opened with; empty for a server without workers. */
export interface WorkerIdentity {
  readonly serverId?: string;
  readonly siblings?: Siblings;
}

export interface OpenedWorkers {
  /** What the next worker is opened with. */
  next(): WorkerIdentity;
  /** The others hear of its commits, and it of theirs, from now on. */
  add(services: Services): void;
  /** The first one; its services stand for those of the server. */
  readonly first: Services;
  /** Frees the database for another server. Only after the last worker is closed. */
  release(): void;
}

/**
 * The part of the parent in `licet serve --workers N`, for workers in the process of a test: the lock of an SQLite file,
 * and the messages between workers.
 */
export function openWorkers(databaseUrl: string, count: number): OpenedWorkers {
  const opened: Services[] = [];
  const lock = count === 1 ? undefined : lockForWorkers(databaseUrl, { pid: process.pid });
  const catchUpOf = async ({ storage }: Services, revision: number) => {
    // A rejected promise: this worker cannot read the database, and answers nothing until it can.
    await storage.feed.confirm(revision)?.catch(() => {});
  };
  return {
    next() {
      if (lock === undefined) return {};
      const own = opened.length;
      const catchUp = async (revision: number) => {
        const others = opened.filter((_, index) => index !== own);
        await Promise.all(others.map((other) => catchUpOf(other, revision)));
      };
      return { serverId: lock.serverId, siblings: { catchUp } };
    },
    add: (services) => void opened.push(services),
    get first() {
      const [first] = opened;
      if (first === undefined) throw new Error("no worker is open yet");
      return first;
    },
    release: () => lock?.release(),
  };
}
