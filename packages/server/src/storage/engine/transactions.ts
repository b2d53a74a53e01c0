import type { CompiledQuery, QueryResult, Transaction } from "kysely";
import type { Database } from "../tables/schema.ts";

export type Trx = Transaction<Database>;

/** A transaction that writes. */
export interface WritingTrx extends Trx {
  /**
   * The same transaction for statements whose results nobody reads: they are sent in their order, and not waited for. A
   * failure rejects the next statement that is waited for, or the commit, and nothing is written.
   */
  later(explain?: Explain): Trx;
}

/** Translates the failure of a statement. */
export type Explain = (error: unknown) => unknown;

/**
 * Transactions of an engine. Where the database is at the other end of a network, statements that are started without
 * waiting for each other share one round trip, and those of `later` share one with the statement after them, or with the
 * commit.
 */
export interface Transactions {
  /** Runs the statements in this order. Each takes effect by itself, unless the engine has a reason to combine them. */
  runEach(statements: readonly CompiledQuery[]): Promise<readonly QueryResult<unknown>[]>;
  transact<T>(work: (trx: WritingTrx) => Promise<T>): Promise<T>;
  /** Several statements read one snapshot. */
  readSnapshot<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Takes the next revision as its first statement: the lock on this one row puts commits into one order, so a reader
   * that sees revision n has all changes up to n. Statements that are started before `taken` resolves run under the
   * lock as well.
   */
  commitRevision<T>(work: (trx: WritingTrx, taken: Promise<number>) => Promise<T>): Promise<T>;
}
