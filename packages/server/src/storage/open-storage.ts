import { InvalidInputError } from "../core/errors/errors.ts";
import type { Siblings } from "../core/feed/siblings.ts";
import type { ClockReading } from "../core/time/node-clock.ts";
import { createStorage, type Storage, type StoresOptions } from "./create-storage.ts";
import type { Engine, EngineOptions } from "./engine/engine.ts";
import { leaveNote, requireNoNote } from "./sqlite/broken-note.ts";
import { type DatabaseLock, lockDatabase, shareDatabaseLock } from "./sqlite/lock-database.ts";
import { openSqlite, type SqliteOptions } from "./sqlite/open-sqlite.ts";

export type { Storage } from "./create-storage.ts";

export interface StorageOptions extends Omit<EngineOptions, "pollEveryMilliseconds">, StoresOptions {
  /** `sqlite:PATH`, or `postgres://…`. */
  readonly databaseUrl: string;
  /** Another URL of the same PostgreSQL database, where `databaseUrl` leads to a pooler in transaction mode. */
  readonly databaseDirectUrl?: string | undefined;
  /** The most connections to PostgreSQL, with the two that are not for requests. */
  readonly databaseConnections?: number | undefined;
  /**
   * True for a server: a second server may not use the same SQLite file. Other programs may use it at the same time.
   */
  readonly exclusive?: boolean;
  /** The id of this process, for the error message of a second server. */
  readonly pid?: number;
  /** The other workers of this server. On an SQLite file they see every commit by themselves. */
  readonly siblings?: Siblings | undefined;
  readonly feed?: FeedOptions;
  /** Called with the database's time after each reading of the log, if the database has a clock of its own. */
  readonly onTime?: (reading: ClockReading) => void;
  readonly sqlite?: SqliteOptions;
}

export interface FeedOptions {
  readonly freshForMilliseconds?: number;
  readonly pollEveryMilliseconds?: number;
  /** False: learns of other nodes' changes by polling alone. */
  readonly listen?: boolean;
  /** A monotonic clock. */
  readonly now?: () => number;
}

/**
 * Opens the database and migrates its tables. Rejects with UnavailableError when the database cannot be reached (the
 * caller decides about another attempt), with DamagedDatabaseError when another attempt cannot help, and with
 * InvalidInputError when the URL is invalid or the file is in use.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { databaseUrl } = options;
  if (databaseUrl.startsWith("sqlite:"))
    return openSqliteStorage(databaseUrl.slice("sqlite:".length), options);
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    // Imported only here, so that an embedded database does not load the other engine.
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    const engine = await openPostgres(databaseUrl, {
      ...FEED_DEFAULTS,
      ...options,
      ...options.feed,
      directUrl: options.databaseDirectUrl,
      poolSize: (options.databaseConnections ?? CONNECTIONS_BY_DEFAULT) - CONNECTIONS_OF_FEED,
    });
    const { siblings } = options;
    return createStorage(siblings ? tellSiblings(engine, siblings) : engine, options);
  }
  // The URL stays out of the message: it may hold a password.
  throw new InvalidInputError("the database URL must begin with sqlite:, postgres:// or postgresql://");
}

const CONNECTIONS_BY_DEFAULT = 12;
/** The feed has one to read with, and one that listens. */
const CONNECTIONS_OF_FEED = 2;

const FEED_DEFAULTS = {
  freshForMilliseconds: 2_000,
  pollEveryMilliseconds: 1_000,
  listen: true,
  now: () => performance.now(),
};

async function openSqliteStorage(path: string, options: StorageOptions): Promise<Storage> {
  if (path === "" || path.startsWith(":"))
    throw new InvalidInputError("sqlite: must be followed by the path of a file");
  const lock = takeLock(path, options);
  try {
    const { exclusive, onBroken } = options;
    if (exclusive) requireNoNote(path);
    const engine = await openSqlite(path, {
      ...FEED_DEFAULTS,
      ...options,
      ...options.feed,
      ...options.sqlite,
      onBroken: (sentence) => {
        if (exclusive) leaveNote(path, sentence);
        onBroken?.(sentence);
      },
    });
    const storage = createStorage(engine, options);
    return {
      ...storage,
      close: async () => {
        await storage.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function takeLock(path: string, { exclusive, pid, serverId }: StorageOptions): DatabaseLock | undefined {
  if (serverId !== undefined) return shareDatabaseLock(path, serverId);
  return exclusive ? lockDatabase(path, { pid }) : undefined;
}

/**
 * A commit counts as done when the other workers of this server know it. For a caller they are one node, and the node
 * that it wrote to knows its write at once (docs/guides/consistency.md), whichever worker answers next.
 */
const tellSiblings = (engine: Engine, siblings: Siblings): Engine => ({
  ...engine,
  async catchUp(logged) {
    await Promise.all([engine.catchUp(logged), siblings.catchUp(logged.revision)]);
  },
});
