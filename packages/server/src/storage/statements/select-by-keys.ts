import { sql } from "kysely";
import type { Entities, EntityKind } from "../../directory/change.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import { compileOnce, type Statement } from "../engine/compile-once.ts";
import type { Db, Engine, Trx } from "../engine/engine.ts";
import { lookupKey, type Row } from "./sql-value.ts";

/** Where the keys are, and the columns to read. */
export interface KeyedRows {
  readonly table: string;
  readonly column: string;
  readonly columns: readonly string[];
}

/** Reads the rows that have one of these texts in a column, in any order. */
export type SelectByKeys = <R>(
  db: Db | Trx,
  rows: KeyedRows,
  keys: readonly string[],
) => Promise<readonly R[]>;

/** A statement on SQLite runs to its end, and requests wait for it. */
const MOST_KEYS = 1_000;

/**
 * All keys are one parameter, and so the statement is one. With a parameter for each key, building, parsing and planning
 * it take longer than all it reads.
 */
export function createSelectByKeys({ name, db }: Pick<Engine, "name" | "db">): SelectByKeys {
  const statements = new Map<string, Statement<unknown>>();
  const isPostgres = name === "postgres";

  function compile({ table, column, columns }: KeyedRows): Statement<unknown> {
    return compileOnce<{ keys: string }, unknown>(["keys"], ({ keys }) => {
      const listed = isPostgres
        ? sql`= any(${keys}::text[])`
        : sql`in (select value from json_each(${keys}))`;
      const query = sql`select ${sql.join(columns.map((each) => sql.ref(each)))}
        from ${sql.table(table)} where ${sql.ref(column)} ${listed}`;
      return { compile: () => query.compile(db) };
    });
  }

  function statementFor(rows: KeyedRows): Statement<unknown> {
    const key = [rows.table, rows.column, ...rows.columns].join(" ");
    const statement = statements.get(key) ?? compile(rows);
    statements.set(key, statement);
    return statement;
  }

  return async <R>(on: Db | Trx, rows: KeyedRows, keys: readonly string[]) => {
    const distinct = [...new Set(keys.map(lookupKey))];
    const found: R[] = [];
    for (let start = 0; start < distinct.length; start += MOST_KEYS) {
      const chunk = distinct.slice(start, start + MOST_KEYS);
      // node-postgres writes an array as one parameter.
      const argument = { keys: isPostgres ? chunk : JSON.stringify(chunk) } as Row;
      const result = await on.executeQuery(statementFor(rows).with(argument));
      for (const row of result.rows) found.push(row as R);
    }
    return found;
  };
}

/** The entities of a kind that have one of these texts in a column, many with one statement. */
export type FindEntities = <K extends EntityKind>(
  db: Db | Trx,
  kind: K,
  column: string,
  values: readonly string[],
) => Promise<Entities[K][]>;

export const createFindEntities =
  (select: SelectByKeys): FindEntities =>
  async (db, kind, column, values) => {
    const { table, columns, fromRow } = kindOf(kind);
    const named = [...new Set(["id", ...columns])];
    return (await select<object>(db, { table, column, columns: named }, values)).map(fromRow);
  };
