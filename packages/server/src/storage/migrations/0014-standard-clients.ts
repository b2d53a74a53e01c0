import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Dialect } from "./dialect.ts";

/** What clients and verifiers that follow the standards to the letter ask of applications and resources. */
export function standardClientsMigration({ integer, text }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await addColumns(db, "applications", {
        id_token_claims: [text, "profile"],
        require_pushed_requests: [integer, 0],
        require_signed_request_object: [integer, 0],
        client_assertion_max_lifetime: [integer, 300],
      });
      await addColumns(db, "resources", { access_token_type: [text, "at+jwt"] });
      // The console's own application, which reads what it shows from userinfo.
      await sql`update applications set id_token_claims = 'minimal' where id = 'licet-console'`.execute(db);
    },
  };
}

/** One statement for each: SQLite adds one column at a time. */
async function addColumns(
  db: Kysely<unknown>,
  table: string,
  columns: Readonly<Record<string, readonly [type: Dialect["text"], value: string | number]>>,
): Promise<void> {
  for (const [name, [type, value]] of Object.entries(columns))
    await db.schema
      .alterTable(table)
      .addColumn(name, type, (column) => column.notNull().defaultTo(value))
      .execute();
}
