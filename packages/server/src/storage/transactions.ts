import type { CompiledQuery, QueryResult, Transaction } from "kysely";
import type { Database } from "./schema.ts";

type Trx = Transaction<Database>;

/**
 * Transactions of an engine. Where the database is at the other end of a network, statements that are started without
 * waiting for each other share one round trip, and those of `later` share one with the statement after them, or with the
 * commit.
 */
export interface Transactions {
  /** Runs the statements in this order. Each takes effect by itself, unless the engine has a reason to combine them. */
  runEach(statements: readonly CompiledQuery[]): Promise<readonly QueryResult<unknown>[]>;
  transact<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Several statements read one snapshot. */
  readSnapshot<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Takes the next revision as its first statement: the lock on this one row puts commits into one order, so a reader
   * that sees revision n has all changes up to n. Statements that are started before `taken` resolves run under the
   * lock as well.
   */
  commitRevision<T>(work: (trx: Trx, taken: Promise<number>) => Promise<T>): Promise<T>;
}

/** Translates the failure of a statement. */
export type Explain = (error: unknown) => unknown;
const unexplained: Explain = (error) => error;

const deferring = new WeakMap<Trx, (explain: Explain) => Trx>();
export const registerLater = (trx: Trx, defer: (explain: Explain) => Trx): unknown =>
  deferring.set(trx, defer);

/**
 * The same transaction for statements whose results nobody reads: they are sent in their order, and not waited for. A
 * failure rejects the next statement that is waited for, or the commit, and nothing is written.
 */
export const later = (trx: Trx, explain: Explain = unexplained): Trx => deferring.get(trx)?.(explain) ?? trx;
