import type { InsertQueryBuilder, InsertResult, Kysely } from "kysely";
import type { Trace } from "../../core/async/trace.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { MigrateOptions } from "../migrations/migrate.ts";
import type { Row, SqlValue } from "../statements/sql-value.ts";
import type { Database } from "../tables/schema.ts";
import type { Batches } from "./batches.ts";
import type { FailedReads } from "./failed-reads.ts";
import type { History } from "./history.ts";
import type { StorageLog } from "./storage-log.ts";
import type { Transactions, Trx } from "./transactions.ts";

export type { Trx, WritingTrx } from "./transactions.ts";

export type Db = Kysely<Database>;

/** What both engines are opened with. */
export interface EngineOptions extends MigrateOptions {
  readonly pollEveryMilliseconds: number;
  readonly log?: StorageLog | undefined;
  /**
   * Called once, when the database is not the one any more that this process knows: a server ends. From then on nothing is
   * read from it or written to it.
   */
  readonly onBroken?: ((sentence: string) => void) | undefined;
  /** Makes a step of every statement, where traces are exported. */
  readonly trace?: Trace | undefined;
}

/** The differences between the two engines. Every store is written once, on this interface. */
export interface Engine {
  readonly name: "sqlite" | "postgres";
  readonly db: Db;
  /** Prepares an insert of many rows of one shape, as fast as the engine can. */
  createInsert(insert: Insert): InsertRows;
  /** Writes rows of `entity_words` inside the transaction. A row that is already there stays. */
  readonly insertWords: InsertWords;
  /**
   * Runs each statement for each of its rows, in one transaction, on another thread. Exists only where a write would
   * block requests.
   */
  readonly writeBehind?: (batch: readonly BatchedStatement[]) => Promise<void>;
  /** Notifies the other nodes when the transaction commits. */
  wakeOthers(trx: Trx): Promise<void>;
  readonly feed: ChangeFeed;
  /** Whether the database still has the past that this process knows. */
  readonly history: History;
  readonly failedReads: FailedReads;
  /** Milliseconds of a clock that is never set back, by which the feed knows how old its data is. */
  now(): number;
  readonly transactions: Transactions;
  /** Whether a request that has begun a transaction to write can read beside it. */
  readonly readsBesideWrites: boolean;
  readonly batches: Batches;
  /** The connections for requests, where the engine has a pool of them. */
  readonly countConnections?: () => ConnectionCounts;
  /**
   * Tells the feed of a commit of this process now. Fails only when the history of the database is broken: otherwise the
   * commit is done, and the feed tries again.
   */
  catchUp(logged: LoggedRevision): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectionCounts {
  /** A statement or a transaction has it. */
  readonly used: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
  readonly most: number;
}

/** A row of the log, for the feed of the node that has written it. */
export interface LoggedRevision {
  readonly revision: number;
  /** Null when the change set was too large for the log: everything cached is stale. */
  readonly entries: string | null;
  /** A time, by `Engine.now`, at which the lock on the revision was held: no other commit came before this one. */
  readonly heldAt: number;
}

export interface Insert {
  readonly table: keyof Database;
  readonly columns: readonly string[];
  /** The columns that have numbers; the others have texts. */
  readonly numbers: readonly string[];
  /** Says what happens to a row that is there already. Absent: it is refused. */
  readonly onConflict?: (insert: InsertQuery) => InsertQuery;
}
export type InsertQuery = InsertQueryBuilder<Database, keyof Database, InsertResult>;
/** Writes the rows in order, inside the transaction. Throws ConstraintViolation when a row is refused. */
export type InsertRows = (trx: Trx, rows: readonly Row[]) => Promise<void>;

export type InsertWords = (trx: Trx, words: WrittenWords) => Promise<void>;

export interface WrittenWords {
  readonly kind: string;
  /** Each word once, with the ids of its entities. In the order of the key, which makes the index cheap to write. */
  readonly entities: readonly (readonly [word: string, ids: readonly string[]])[];
  /** The entities did not exist before, so none of the rows is there. */
  readonly areNew: boolean;
}

export interface BatchedStatement {
  readonly sql: string;
  readonly rows: readonly (readonly SqlValue[])[];
}
