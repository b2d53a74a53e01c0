import { CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from "kysely";
import { requireTime } from "../../core/time/deadline.ts";
import type { FailedReads } from "../engine/failed-reads.ts";
import type { FilePresence } from "./file-presence.ts";
import type { ReadingConnections } from "./reading-connections.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { patienceEndsAt, waitForLock } from "./wait-for-lock.ts";
import type { WriteTurns } from "./write-turns.ts";

export interface Connections {
  readonly writer: SqliteConnection;
  readonly turns: WriteTurns;
  /** Absent: reads take turns with writes. */
  readonly readers?: ReadingConnections | undefined;
  /** Absent where nothing is written. */
  readonly presence?: FilePresence | undefined;
  readonly failedReads?: FailedReads | undefined;
}

const BEGIN = CompiledQuery.raw("begin");
const BEGIN_WRITING = CompiledQuery.raw("begin immediate");
const COMMIT = CompiledQuery.raw("commit");
const ROLLBACK = CompiledQuery.raw("rollback");

/**
 * What a request takes for a connection. Each statement goes to the connection that it belongs to: those of a
 * transaction to one, a single one that writes to the writer when its turn has come, a single one that reads to
 * whichever connection is free, so that it never waits.
 */
export class RoutedConnection implements DatabaseConnection {
  readonly #connections: Connections;
  #transaction: { readonly on: SqliteConnection; readonly writes: boolean } | undefined;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#execute(query);
    } catch (error) {
      this.#connections.failedReads?.note(error, query);
      throw error;
    }
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { readers, turns, writer } = this.#connections;
    const transaction = this.#transaction;
    if (transaction?.writes) return transaction.on.run<R>(query);
    // SQLite locks a file for readers only while another process repairs it after a crash.
    if (transaction) return waitForLock(() => transaction.on.run<R>(query));
    if (readers === undefined || !isReading(query)) return this.#write(query);
    // The writer's cache survives its own commits, so it reads faster. After a pause, somebody else may have it.
    return waitForLock(() => (turns.isTaken ? readers.forStatements : writer).run<R>(query));
  }

  async beginTransaction({ isReadOnly }: { readonly isReadOnly: boolean }): Promise<void> {
    const { readers } = this.#connections;
    if (isReadOnly && readers !== undefined) {
      this.#transaction = { on: await readers.takeSnapshot(), writes: false };
      this.#transaction.on.run(BEGIN);
      return;
    }
    await this.#beginTurn(isReadOnly ? BEGIN : BEGIN_WRITING);
  }

  /**
   * A transaction that writes takes the write lock first. Without it, a transaction that reads before it writes could
   * fail at its first write because another process has committed, and waiting would not help.
   */
  async #beginTurn(statement: CompiledQuery): Promise<void> {
    const { turns, writer, presence } = this.#connections;
    const giveUpAt = patienceEndsAt();
    await turns.take(giveUpAt);
    this.#transaction = { on: writer, writes: true };
    requireTime();
    presence?.requireRecentlyPresent();
    await waitForLock(() => writer.run(statement), giveUpAt);
  }

  commitTransaction(): void {
    const { on, writes } = this.#begun();
    // The caller was told that it has failed.
    if (writes) requireTime();
    on.run(COMMIT);
    this.release();
    if (writes) this.#connections.presence?.requirePresent();
  }

  rollbackTransaction(): void {
    const { on } = this.#transaction ?? {};
    // After a full disk or an I/O error, SQLite has already rolled back.
    if (on?.database.isTransaction) on.run(ROLLBACK);
    this.release();
  }

  /** Ends the turn, or returns the snapshot, if the request still has one. */
  release(): void {
    const { readers, turns } = this.#connections;
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    this.#transaction = undefined;
    if (transaction.writes) turns.end();
    else readers?.returnSnapshot(transaction.on);
  }

  // biome-ignore lint/correctness/useYield: rows of a stream would hold the connection for as long as the reader likes
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("streams are not used: a statement runs to its end");
  }

  async #write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { turns, writer, presence } = this.#connections;
    const giveUpAt = patienceEndsAt();
    await turns.take(giveUpAt);
    try {
      requireTime();
      presence?.requireRecentlyPresent();
      const result = await waitForLock(() => writer.run<R>(query), giveUpAt);
      presence?.requirePresent();
      return result;
    } finally {
      turns.end();
    }
  }

  #begun() {
    if (this.#transaction === undefined) throw new Error("no transaction has begun");
    return this.#transaction;
  }
}

/**
 * By what the statement is, never by whether it gives rows: `insert … returning` does. In SQLite a statement that begins
 * with `select` cannot write. Any other text may.
 */
const isReading = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || (query.kind === "RawNode" && /^\s*select\b/i.test(sql));
