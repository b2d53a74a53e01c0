import type { Row } from "../statements/sql-value.ts";
import type { Batches, Run, Types } from "./batches.ts";
import { compileOnce } from "./compile-once.ts";
import type { Db } from "./engine.ts";

export const membersOf = <Argument>(types: Types<Argument>): (keyof Argument & string)[] =>
  Object.keys(types) as (keyof Argument & string)[];

/** Runs every statement by itself. */
export function createSingleStatements(db: Db): Batches {
  const run = <Argument extends Row, Result>(
    types: Types<Argument>,
    build: Parameters<typeof compileOnce<Argument, Result>>[1],
  ): Run<Argument, Result> => {
    const statement = compileOnce<Argument, Result>(membersOf(types), build);
    return async (argument) => (await db.executeQuery(statement.with(argument))).rows;
  };
  return {
    read: run,
    insert: (table, types, toColumns) =>
      run(types, (given) => db.insertInto(table).values(toColumns(given) as never) as never),
    update: (_key, types, build) => run(types, build),
  };
}
