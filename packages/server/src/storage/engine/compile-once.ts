import { createHash } from "node:crypto";
import type { Compilable, CompiledQuery } from "kysely";
import type { Row, SqlValue } from "../statements/sql-value.ts";

export interface Statement<Result> {
  readonly sql: string;
  parameters(argument: Row): SqlValue[];
  /** The query with its parameters filled in, ready for `executeQuery`. */
  with(argument: Row): CompiledQuery<Result>;
}

/**
 * The texts of all statements that were compiled once, each with a name. They run often, so an engine may keep them
 * prepared. The name is a hash of the text: where nodes of several versions share connections behind a pooler, a name
 * never means another statement.
 */
const names = new Map<string, string>();
export const statementName = (text: string): string | undefined => names.get(text);
export function nameStatement(text: string): void {
  if (names.has(text)) return;
  names.set(text, `licet_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`);
}

/** Replaces a value while a statement is compiled. */
class Placeholder {
  readonly member: string;
  constructor(member: string) {
    this.member = member;
  }
}

/**
 * A prepared statement fails on PostgreSQL when its columns become others. A newer version may add a column to a table
 * while this one runs, so a statement that stays prepared names the columns that it reads.
 */
function requireNamedColumns(text: string): void {
  if (/(?:\bselect|\breturning|[,.]) ?\*/i.test(text))
    throw new Error(`a statement that is compiled once must name its columns: ${text}`);
}

/** The argument that `build` sees while a statement is compiled: a placeholder for each member. */
export const placeholders = <Argument extends Row>(members: readonly string[]): Argument =>
  Object.fromEntries(members.map((member) => [member, new Placeholder(member)])) as unknown as Argument;

/**
 * Builds a query once, with placeholders for its values: building it anew for every request would cost more than running
 * it.
 */
export function compileOnce<Argument extends Row, Result>(
  members: readonly (keyof Argument & string)[],
  build: (argument: Argument) => Compilable<Result>,
): Statement<Result> {
  const query = build(placeholders<Argument>(members)).compile();
  requireNamedColumns(query.sql);
  nameStatement(query.sql);
  const slots = query.parameters as readonly (Placeholder | SqlValue)[];
  const parameters = (argument: Row) =>
    slots.map((slot) => (slot instanceof Placeholder ? (argument[slot.member] ?? null) : slot));
  return {
    sql: query.sql,
    parameters,
    with: (argument) => ({ ...query, parameters: parameters(argument) }),
  };
}
