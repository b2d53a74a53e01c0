import type { DatabaseSync, StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from "kysely";
import { memoize } from "../../core/bounded-cache.ts";
import type { SqlValue } from "../sql-value.ts";
import { translateSqliteError } from "./sqlite-errors.ts";
import { WaitingConnection } from "./waiting-connection.ts";

/** Kysely's SQLite dialect on `node:sqlite`. */
export function createSqliteDialect(database: DatabaseSync, prepare: Prepare): Dialect {
  return {
    createDriver: () => new QueueingDriver(database, prepare),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalDdlAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/**
 * Lends the one connection to one request at a time, so that no statement runs in the transaction of another request.
 * Kysely has a mutex for this, but it wakes every waiting request on each release, which costs quadratic time.
 */
class QueueingDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #waiting: (() => void)[] = [];
  #lent = false;
  #connection: WaitingConnection | undefined;

  constructor(database: DatabaseSync, prepare: Prepare) {
    super({ database: asKyselyDatabase(database, prepare) });
    this.#database = database;
  }

  override async acquireConnection(): Promise<WaitingConnection> {
    if (this.#lent) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#lent = true;
    this.#connection ??= new WaitingConnection(await super.acquireConnection(), this.#database);
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    // The connection goes directly to the next request, so a new request joins the end of the queue.
    if (next === undefined) this.#lent = false;
    else next();
  }

  /**
   * A transaction that writes takes the write lock first. Without it, a transaction that reads before it writes could
   * fail at its first write because another process has committed, and waiting would not help.
   */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings = {},
  ): Promise<void> {
    const begin = settings.accessMode === "read only" ? "begin" : "begin immediate";
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After a full disk or an I/O error, SQLite has already rolled back.
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

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

export type Prepare = (sql: string) => StatementSync;

/** Statements by their text. The limit is far above the number of texts in Licet, so no statement is evicted. */
export const createStatementCache = (database: DatabaseSync, size = 1_024): Prepare =>
  memoize(size, (sql) => database.prepare(sql));

function asKyselyDatabase(database: DatabaseSync, prepare: Prepare): SqliteDatabase {
  const readers = new WeakMap<StatementSync, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) =>
      translating(() => {
        const statement = prepare(sql);
        const known = readers.get(statement);
        if (known !== undefined) return known;
        const made = asKyselyStatement(statement);
        readers.set(statement, made);
        return made;
      }),
  };
}

function asKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => translating(() => statement.all(...(parameters as SqlValue[]))),
    run: (parameters) => translating(() => statement.run(...(parameters as SqlValue[]))),
    iterate: (parameters) => translating(() => statement.iterate(...(parameters as SqlValue[]))),
  };
}

function translating<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateSqliteError(error);
  }
}
