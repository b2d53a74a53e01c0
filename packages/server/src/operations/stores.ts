import type { EpochMilliseconds, EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { EntityKind } from "../directory/change.ts";
import type { ClaimedKey } from "../directory/stores.ts";

/** Longer than several heartbeats: a busy database must not hide a running server. */
export const NODE_LISTED_SECONDS = 60;

/** A server that runs on this database, or one of its workers (see `joinWorkers`). */
export interface ServerNode {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly engine: "sqlite" | "postgres";
  readonly startedAt: EpochSeconds;
  readonly seenAt: EpochSeconds;
  /** The newest revision of the permission data that the server had when it was last seen. */
  readonly revision: number;
  /** The ids of the values of LICET_SECRET that the server has. */
  readonly secretIds: readonly string[];
  /** The number of the newest migration of the tables that the server knows. */
  readonly schema: number;
}

/** The latest time that a server has trusted. A server that starts on the database does not begin earlier. */
export interface ClockMarkStore {
  find(): Promise<EpochMilliseconds | undefined>;
  /** Stores a time, unless a later one is stored. */
  raise(time: EpochMilliseconds): Promise<void>;
  /** Stores a time that may be earlier: an operator says that the time before was wrong. */
  replace(time: EpochMilliseconds): Promise<void>;
}

export interface NodeStore {
  recordHeartbeat(node: ServerNode): Promise<void>;
  remove(id: string): Promise<void>;
  /** The oldest first. */
  listSeenSince(time: EpochSeconds): Promise<readonly ServerNode[]>;
}

/**
 * Links with which the first administrator is created. The commit that appoints an administrator deletes all of them
 * (see `StateStore.commit`).
 */
export interface SetupLinkStore {
  issue(link: { readonly tokenHash: string; readonly expiresAt: EpochSeconds }): Promise<void>;
  /** Hands the link over to one browser, with one statement: of many callers exactly one gets true. */
  open(tokenHash: string, browserHash: string, now: EpochSeconds): Promise<boolean>;
  /** Whether this browser has opened a link that has not expired. */
  isOpenedBy(browserHash: string, now: EpochSeconds): Promise<boolean>;
}

export interface LoggedChange {
  readonly revision: number;
  readonly at: EpochMilliseconds;
  readonly actor: string;
  readonly changes: readonly {
    readonly op: "put" | "delete";
    readonly kind: EntityKind;
    readonly id: string;
  }[];
}

export interface ChangeLogStore {
  /** Oldest first. `complete` is false when the log was swept past `revision`: the reader must start over. */
  listAfter(
    revision: number,
    limit: number,
  ): Promise<{ readonly changes: readonly LoggedChange[]; readonly complete: boolean }>;
}

export type IdempotencyClaim =
  | { readonly state: "new"; readonly claimed: ClaimedKey }
  | { readonly state: "done"; readonly sealedAnswer: string }
  | { readonly state: "under_way" }
  /** The request took effect, but its node died before it stored the answer. */
  | { readonly state: "answer_lost" }
  | { readonly state: "other_request" };

export interface IdempotencyStore {
  /**
   * Claims the key with one statement: of many requests with it, exactly one is `new`. A request that has neither ended
   * nor taken effect within `ABANDONED_AFTER_SECONDS` counts as dead, and the same request may claim its key again.
   */
  claim(key: string, fingerprint: string, now: EpochSeconds): Promise<IdempotencyClaim>;
  finish(claimed: ClaimedKey, sealedAnswer: string): Promise<void>;
  /** The request failed, so the key may be used again. */
  release(claimed: ClaimedKey): Promise<void>;
}

/** Far longer than any request runs. */
export const ABANDONED_AFTER_SECONDS = 60;

/** All kinds of expiring rows, swept together. */
export interface SweptStore {
  /**
   * Deletes rows that are no longer needed, at most `limit` rows of a kind, and returns their number. With `mayGoOn`,
   * it repeats until no such row is left, as long as `mayGoOn` resolves to true after each full batch; it may pause.
   */
  sweep(now: EpochSeconds, limit: number, mayGoOn?: () => Promise<boolean>): Promise<number>;
}

/** A change of the tables, as operators see it. Its number is the schema that it makes. */
export interface MigrationFacts {
  /** `0002-node-schemas` */
  readonly name: string;
  readonly kind: "expand" | "contract";
  /** What changes: "adds the column schema to nodes". */
  readonly summary: string;
  /** Servers that know the migrations up to this number run on the result. The database keeps it for them. */
  readonly oldestSchema: number;
}

/** A server that runs, and cannot run any more after a migration. */
export interface OlderNode {
  readonly host: string;
  readonly version: string;
  readonly schema: number;
}

export interface MigrationOutcome {
  /** The database had no tables before. */
  readonly isNew: boolean;
  readonly ran: readonly MigrationFacts[];
  /** Those that contract, and the servers that they would break. */
  readonly waiting: readonly { readonly migration: MigrationFacts; readonly nodes: readonly OlderNode[] }[];
}

export interface TableSize {
  readonly rows: number;
  readonly bytes: number;
}

/** What migrating would do to a database now. */
export interface MigrationPlan {
  /** The newest migration that this version knows, and the newest that the database has; 0 for an empty one. */
  readonly schema: number;
  readonly databaseSchema: number;
  readonly pending: readonly PlannedMigration[];
}

export interface PlannedMigration extends MigrationFacts {
  /** Those that exist. */
  readonly tables: readonly ({ readonly name: string } & TableSize)[];
  readonly indexes: readonly string[];
  /** Servers that run now and that it would break: it waits for their end. */
  readonly waitsFor: readonly OlderNode[];
}
