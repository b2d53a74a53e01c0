import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";
import type { Trace, TracedStep } from "../../core/async/trace.ts";

const SYSTEMS = { sqlite: "sqlite", postgres: "postgresql" } as const;

/**
 * The same dialect, with every statement as a step of a trace: by what it does and to which table, never with its
 * values. Used only where traces are exported.
 */
export function traceDialect(dialect: Dialect, engine: keyof typeof SYSTEMS, trace: Trace): Dialect {
  const findStep = createFindStep(SYSTEMS[engine]);
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => traceDriver(dialect.createDriver(), findStep, trace),
  };
}

type FindStep = (sql: string) => TracedStep;

class TracedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #findStep: FindStep;
  readonly #trace: Trace;

  constructor(inner: DatabaseConnection, findStep: FindStep, trace: Trace) {
    this.inner = inner;
    this.#findStep = findStep;
    this.#trace = trace;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#trace(this.#findStep(query.sql), () => this.inner.executeQuery<R>(query));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery(query, chunkSize ?? 1);
  }
}

function traceDriver(driver: Driver, findStep: FindStep, trace: Trace): Driver {
  /** One for each connection: Kysely keeps a note about each. */
  const known = new WeakMap<DatabaseConnection, TracedConnection>();
  const innerOf = (connection: DatabaseConnection) => (connection as TracedConnection).inner;
  return {
    init: () => driver.init(),
    destroy: () => driver.destroy(),
    async acquireConnection() {
      const inner = await driver.acquireConnection();
      const connection = known.get(inner) ?? new TracedConnection(inner, findStep, trace);
      known.set(inner, connection);
      return connection;
    },
    releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
    beginTransaction: (connection, settings) =>
      trace(findStep("begin"), () => driver.beginTransaction(innerOf(connection), settings)),
    commitTransaction: (connection) =>
      trace(findStep("commit"), () => driver.commitTransaction(innerOf(connection))),
    rollbackTransaction: (connection) =>
      trace(findStep("rollback"), () => driver.rollbackTransaction(innerOf(connection))),
  };
}

/** Words of SQL that a table follows. Names of tables are quoted or plain, and never hold what a caller sent. */
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i;
const OPERATION = /^\W*([a-z]+)/i;

/** Statements have few different texts; whatever goes beyond the bound is described anew each time. */
const MOST_TEXTS = 2_000;

function createFindStep(system: string): FindStep {
  const steps = new Map<string, TracedStep>();
  return (sql) => {
    const known = steps.get(sql);
    if (known !== undefined) return known;
    const operation = (OPERATION.exec(sql)?.[1] ?? "statement").toUpperCase();
    const table = TABLE.exec(sql)?.[1];
    const summary = table === undefined ? operation : `${operation} ${table}`;
    const step: TracedStep = {
      name: summary,
      kind: "client",
      attributes: {
        "db.system.name": system,
        "db.operation.name": operation,
        "db.query.summary": summary,
        ...(table !== undefined && { "db.collection.name": table }),
      },
    };
    if (steps.size < MOST_TEXTS) steps.set(sql, step);
    return step;
  };
}
