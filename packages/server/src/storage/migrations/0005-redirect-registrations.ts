import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Dialect } from "./dialect.ts";

/** A consent counts for the addresses that were registered when it was given. */
export function redirectRegistrationsMigration({ integer, text }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable("applications").addColumn("redirect_registrations", text).execute();
      const { rows } = await sql<{ value: number | string }>`select value from revision`.execute(db);
      // What was said so far counts for the addresses that are registered now. A constant: no row is rewritten.
      const present = Number(rows[0]?.value ?? 0);
      await db.schema
        .alterTable("consents")
        .addColumn("revision", integer, (column) => column.notNull().defaultTo(present))
        .execute();
    },
  };
}
