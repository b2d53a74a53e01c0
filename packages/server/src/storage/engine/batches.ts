import type { Expression, SelectQueryBuilder, UpdateQueryBuilder } from "kysely";
import type { Row } from "../statements/sql-value.ts";
import type { Database } from "../tables/schema.ts";

/**
 * Statements of requests. Each call is a statement of its own: it sees what was committed before it, and its write is
 * committed when it resolves. The engine may run those of several requests as one.
 */
export interface Batches {
  read<Argument extends Row, Result>(
    types: Types<Argument>,
    build: (given: Argument) => Select<Result>,
  ): Run<Argument, Result>;
  insert<Argument extends Row>(
    table: keyof Database,
    types: Types<Argument>,
    toColumns: (given: Argument) => Columns,
  ): Run<Argument, never>;
  /** Changes at most one row: the one with this key. Of many callers, one after the other changes it. */
  update<Argument extends Row, Result>(
    key: Key<Argument>,
    types: Types<Argument>,
    build: (given: Argument) => Update<Result>,
  ): Run<Argument, Result>;
}

export type Run<Argument, Result> = (argument: Argument) => Promise<readonly Result[]>;
export type Types<Argument> = { readonly [Member in keyof Argument]: "text" | "integer" };
// biome-ignore lint/suspicious/noExplicitAny: the tables of the query are the business of its builder
export type Select<Result> = SelectQueryBuilder<any, any, Result>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Update<Result> = UpdateQueryBuilder<any, any, any, Result>;
export type Columns = Readonly<Record<string, Row[string] | Expression<unknown>>>;
export interface Key<Argument> {
  readonly table: keyof Database;
  readonly column: string;
  readonly member: keyof Argument & string;
}
