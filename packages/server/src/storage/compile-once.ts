import type { Compilable, CompiledQuery } from "kysely";
import type { Row, SqlValue } from "./sql-value.ts";

export interface Statement<Result> {
  readonly sql: string;
  parameters(argument: Row): SqlValue[];
  /** The query with its parameters filled in, ready for `executeQuery`. */
  with(argument: Row): CompiledQuery<Result>;
}

/** Stands in for a value while a statement is compiled. */
class Hole {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The argument that `build` sees while a statement is compiled: a hole under each name. */
export const holes = <Argument extends Row>(names: readonly string[]): Argument =>
  Object.fromEntries(names.map((name) => [name, new Hole(name)])) as unknown as Argument;

/**
 * Builds a query once, with holes where its values will go: building it anew for every request would cost more than
 * running it.
 */
export function compileOnce<Argument extends Row, Result>(
  names: readonly (keyof Argument & string)[],
  build: (argument: Argument) => Compilable<Result>,
): Statement<Result> {
  const query = build(holes<Argument>(names)).compile();
  const slots = query.parameters;
  const parameters = (argument: Row) => {
    const values: SqlValue[] = [];
    for (const slot of slots) {
      values.push(slot instanceof Hole ? (argument[slot.name] ?? null) : (slot as SqlValue));
    }
    return values;
  };
  return {
    sql: query.sql,
    parameters,
    with: (argument) => ({ ...query, parameters: parameters(argument) }),
  };
}
