import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from "kysely";
import type { FailedReads } from "../engine/failed-reads.ts";
import type { FilePresence } from "./file-presence.ts";
import { ReadingConnections } from "./reading-connections.ts";
import { type Connections, RoutedConnection } from "./routed-connection.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { WriteTurns } from "./write-turns.ts";

export interface SqliteDialectOptions {
  readonly writer: SqliteConnection;
  /** Opens a connection that only reads. Absent: reads take turns with writes on the one connection. */
  readonly openReader?: (() => SqliteConnection) | undefined;
  readonly presence?: FilePresence;
  readonly failedReads?: FailedReads;
}

/** Kysely's SQLite dialect on `node:sqlite`. */
export function createSqliteDialect(options: SqliteDialectOptions): Dialect {
  return {
    createDriver: () => new RoutingDriver(options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalDdlAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class RoutingDriver implements Driver {
  readonly #connections: Connections;
  /** Used again, because Kysely keeps a note about each connection object. */
  readonly #idle: RoutedConnection[] = [];

  constructor({ writer, openReader, presence, failedReads }: SqliteDialectOptions) {
    const readers = openReader && new ReadingConnections(openReader);
    this.#connections = { writer, turns: new WriteTurns(), readers, presence, failedReads };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<RoutedConnection> {
    this.#connections.presence?.requireNotLost();
    return this.#idle.pop() ?? new RoutedConnection(this.#connections);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const routed = asRouted(connection);
    routed.release();
    this.#idle.push(routed);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings = {}): Promise<void> {
    await asRouted(connection).beginTransaction({ isReadOnly: settings.accessMode === "read only" });
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    asRouted(connection).commitTransaction();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    asRouted(connection).rollbackTransaction();
  }

  async destroy(): Promise<void> {
    // The writer is the last one: SQLite then writes the `-wal` file into the database, and deletes it.
    this.#connections.readers?.close();
    this.#connections.writer.database.close();
  }
}

const asRouted = (connection: DatabaseConnection): RoutedConnection => {
  if (connection instanceof RoutedConnection) return connection;
  throw new TypeError("the connection belongs to another driver");
};

class TransactionalDdlAdapter extends SqliteAdapter {
  /** The driver has its own queue. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** With transactions around DDL, their write lock also keeps two migrating processes apart. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
