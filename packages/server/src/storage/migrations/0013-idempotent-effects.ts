import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Dialect } from "./dialect.ts";

/** A key whose request died is free again only when the request had no effect. */
export function idempotentEffectsMigration({ integer }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable("idempotency_keys")
        .addColumn("had_effect", integer, (column) => column.notNull().defaultTo(0))
        .execute();
    },
  };
}
