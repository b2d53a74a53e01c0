import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Dialect } from "./dialect.ts";

export type Columns = (table: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string>;

/** How migrations say what they make. */
export function createIn(db: Kysely<unknown>, dialect: Dialect) {
  return {
    async table(name: string, columns: Columns): Promise<void> {
      await dialect.finish(columns(db.schema.createTable(name))).execute();
    },
    /** `on` as in SQL: columns or expressions, of all rows or of a part. */
    async index(name: string, on: string): Promise<void> {
      await sql`create index ${sql.raw(name)} on ${sql.raw(on)}`.execute(db);
    },
  };
}
