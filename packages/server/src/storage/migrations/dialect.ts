import { type ColumnDataType, type CreateTableBuilder, type RawBuilder, sql } from "kysely";
import type { TableSize } from "../../operations/stores.ts";
import { migrateOnPostgres } from "./migrate-on-postgres.ts";
import { migrateOnSqlite } from "./migrate-on-sqlite.ts";
import type { MigratingEngine } from "./migrating-engine.ts";

type Table = CreateTableBuilder<string, string>;
type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** The differences between the table definitions of the two engines. */
export interface Dialect {
  readonly integer: ColumnType;
  readonly text: ColumnType;
  /** Adds `id`, a number that is never reused, not even after the newest rows were deleted. */
  addIncrementingId(table: Table): Table;
  addTableOptions(table: Table): Table;
  /** For a table of short rows that is only its primary key. */
  addKeyTableOptions(table: Table): Table;
  /** Returns a row when the database has a table of this name in the schema that queries use. */
  findTable(name: string): RawBuilder<unknown>;
  /** Returns the columns of a table, as `name`. */
  listColumns(table: string): RawBuilder<{ readonly name: string }>;
  /** The database's time, in seconds since 1970. */
  readonly nowSeconds: RawBuilder<number>;
  /** Gives `rows` and `bytes` of a table, with its indexes, as far as they are known without reading all of it. */
  estimateTable(name: string): RawBuilder<TableSize>;
  readonly migrating: MigratingEngine;
}

export const sqliteDialect: Dialect = {
  integer: "integer",
  text: "text",
  addIncrementingId: (table) =>
    table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement()),
  // Without STRICT, SQLite would silently accept a text for a number.
  addTableOptions: (table) => table.modifyEnd(sql`strict`),
  // Without a rowid, the primary key is the table, and not an index beside it.
  addKeyTableOptions: (table) => table.modifyEnd(sql`strict, without rowid`),
  findTable: (name) => sql`select 1 from sqlite_master where type = 'table' and name = ${name}`,
  listColumns: (table) => sql`select name from pragma_table_info(${table})`,
  nowSeconds: sql`unixepoch()`,
  estimateTable: (name) => sql`select (select count(*) from ${sql.table(name)}) as rows,
    (select coalesce(sum(pgsize), 0) from dbstat where name = ${name} or name in
      (select name from sqlite_master where tbl_name = ${name} and type = 'index')) as bytes`,
  migrating: migrateOnSqlite,
};

export const postgresDialect: Dialect = {
  integer: "bigint",
  // Names are exact bytes: they are compared and ordered as bytes, whatever the locale of the database.
  text: sql`text collate "C"`,
  addIncrementingId: (table) =>
    table.addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity()),
  addTableOptions: (table) => table,
  addKeyTableOptions: (table) => table,
  findTable: (name) => sql`select 1 where to_regclass(${name}) is not null`,
  listColumns: (table) =>
    sql`select attname as name from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`,
  nowSeconds: sql`extract(epoch from now())::bigint`,
  // Below zero: the table was never analysed.
  estimateTable: (name) => sql`select greatest(reltuples, 0)::bigint as rows,
    pg_total_relation_size(oid) as bytes from pg_class where oid = to_regclass(${name})`,
  migrating: migrateOnPostgres,
};
