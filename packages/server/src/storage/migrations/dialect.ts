import { type ColumnDataType, type CreateTableBuilder, type RawBuilder, sql } from "kysely";

type Table = CreateTableBuilder<string, string>;
type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** The few places where the two engines spell a table differently. */
export interface Dialect {
  readonly integer: ColumnType;
  readonly text: ColumnType;
  /** Adds `id`, a number that never comes back, not even after the newest rows were deleted. */
  growingId(table: Table): Table;
  finish(table: Table): Table;
  /** Gives a row when the database has a table of this name, where queries look for it. */
  findTable(name: string): RawBuilder<unknown>;
}

export const sqliteDialect: Dialect = {
  integer: "integer",
  text: "text",
  growingId: (table) => table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement()),
  // Without STRICT, SQLite would take a text for a number without a word.
  finish: (table) => table.modifyEnd(sql`strict`),
  findTable: (name) => sql`select 1 from sqlite_master where type = 'table' and name = ${name}`,
};

export const postgresDialect: Dialect = {
  integer: "bigint",
  // Names are exact bytes: compared and ordered as such, whatever the locale of the database.
  text: sql`text collate "C"`,
  growingId: (table) =>
    table.addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity()),
  finish: (table) => table,
  findTable: (name) => sql`select 1 where to_regclass(${name}) is not null`,
};
