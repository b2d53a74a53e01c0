import type { DatabaseSync, StatementSync } from "node:sqlite";
import { memoize } from "@licet/engine/internal/values/bounded-cache.ts";
import type { CompiledQuery, QueryResult } from "kysely";
import type { SqlValue } from "../statements/sql-value.ts";
import { translateSqliteError } from "./sqlite-errors.ts";

export type Prepare = (sql: string) => StatementSync;

/** One connection with its prepared statements. */
export interface SqliteConnection {
  readonly database: DatabaseSync;
  readonly prepare: Prepare;
  /** Runs a statement to its end, synchronously: two statements of one connection are never open at once. */
  run<R>(query: Pick<CompiledQuery, "sql" | "parameters">): QueryResult<R>;
}

export function createConnection(
  database: DatabaseSync,
  prepare: Prepare = createStatementCache(database),
): SqliteConnection {
  // Whether a statement gives rows, `returning` included.
  const givesRows = new WeakMap<StatementSync, boolean>();

  function run<R>({ sql, parameters }: Pick<CompiledQuery, "sql" | "parameters">): QueryResult<R> {
    const statement = prepare(sql);
    let hasRows = givesRows.get(statement);
    if (hasRows === undefined) {
      hasRows = statement.columns().length > 0;
      givesRows.set(statement, hasRows);
    }
    const values = parameters as readonly SqlValue[];
    if (hasRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  return {
    database,
    prepare,
    run(query) {
      try {
        return run(query);
      } catch (error) {
        throw translateSqliteError(error, fileOf(database));
      }
    },
  };
}

/** Statements by their text. The limit is far above the number of texts in Licet, so no statement is evicted. */
const createStatementCache = (database: DatabaseSync, size = 1_024): Prepare =>
  memoize(size, (sql) => database.prepare(sql));

const fileOf = (database: DatabaseSync): string | undefined =>
  (database.isOpen && database.location()) || undefined;
