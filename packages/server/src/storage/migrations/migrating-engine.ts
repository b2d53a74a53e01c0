import type { Kysely } from "kysely";

/** How an engine runs migrations while servers use the database. */
export interface MigratingEngine {
  /** Keeps other migrating processes away. Rejects with UnavailableError when one of them takes long. */
  exclusively<T>(db: Kysely<unknown>, work: (db: Kysely<unknown>) => Promise<T>): Promise<T>;
  /** One transaction that waits only shortly for the locks of others, who wait behind it. */
  transact<T>(db: Kysely<unknown>, work: (trx: Kysely<unknown>) => Promise<T>): Promise<T>;
  /** Builds indexes before the transaction, where that lets servers write meanwhile. */
  prepareIndexes(db: Kysely<unknown>, indexes: readonly SchemaIndex[]): Promise<void>;
  /** Removes what `prepareIndexes` built for a migration that failed. */
  discardIndexes(db: Kysely<unknown>, indexes: readonly SchemaIndex[]): Promise<void>;
  /** Builds those that are missing, inside the transaction. */
  finishIndexes(trx: Kysely<unknown>, indexes: readonly SchemaIndex[]): Promise<void>;
  /** Keeps heartbeats from being written until the transaction ends. */
  holdHeartbeats(trx: Kysely<unknown>): Promise<void>;
  /** Whether an attempt failed only because others held a lock, so that another one may succeed. */
  couldNotLock(error: unknown): boolean;
}

export interface SchemaIndex {
  readonly name: string;
  /** SQL: a table and its columns or expressions, for all rows or a part of them. */
  readonly on: string;
}
