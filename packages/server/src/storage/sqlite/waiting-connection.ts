import type { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { isBusy } from "./sqlite-errors.ts";

const MAX_WAIT_MILLISECONDS = 5_000;
const LONGEST_PAUSE_MILLISECONDS = 50;

/**
 * Waits for the write lock of another process with a timer, because SQLite's own `busy_timeout` would block the event
 * loop. Waits only outside a transaction: inside, this connection already has the lock.
 */
export class WaitingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #database: DatabaseSync;

  constructor(connection: DatabaseConnection, database: DatabaseSync) {
    this.#connection = connection;
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#connection.executeQuery<R>(query);
    } catch (error) {
      if (!this.#mayWait(error)) throw error;
    }
    return this.#tryAgain<R>(query);
  }

  async #tryAgain<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const giveUpAt = performance.now() + MAX_WAIT_MILLISECONDS;
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS)) {
      await delay(pause);
      try {
        return await this.#connection.executeQuery<R>(query);
      } catch (error) {
        if (!this.#mayWait(error) || performance.now() > giveUpAt) throw error;
      }
    }
  }

  #mayWait(error: unknown): boolean {
    return error instanceof Error && isBusy(error.cause) && !this.#database.isTransaction;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }
}
