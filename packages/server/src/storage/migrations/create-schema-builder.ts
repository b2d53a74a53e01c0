import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Dialect } from "./dialect.ts";

type Columns = (table: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string>;

/** Creates tables and indexes for migrations. */
export function createSchemaBuilder(db: Kysely<unknown>, dialect: Dialect) {
  const { integer, text } = dialect;
  const table = async (name: string, columns: Columns): Promise<void> => {
    await dialect.addTableOptions(columns(db.schema.createTable(name))).execute();
  };
  /** A table that change sets write. Its rows have an id, the revision of their last change, and times. */
  const entityTable = (name: string, columns: Columns): Promise<void> =>
    table(name, (t) =>
      columns(t.addColumn("id", text, (c) => c.primaryKey().notNull()))
        .addColumn("version", integer, (c) => c.notNull())
        .addColumn("created_at", integer, (c) => c.notNull())
        .addColumn("updated_at", integer, (c) => c.notNull()),
    );
  return {
    table,
    entityTable,
    /** A table of entities that can be searched by their words. */
    searchedTable: (name: string, columns: Columns) =>
      entityTable(name, (t) => columns(t).addColumn("words", text, (c) => c.notNull())),
    /** A table that is only its primary key. */
    keyTable: async (name: string, columns: Columns): Promise<void> => {
      await dialect.addKeyTableOptions(columns(db.schema.createTable(name))).execute();
    },
    /** `on` is SQL: columns or expressions, for all rows or for a part of them. */
    async index(name: string, on: string): Promise<void> {
      await sql`create index ${sql.raw(name)} on ${sql.raw(on)}`.execute(db);
    },
  };
}
