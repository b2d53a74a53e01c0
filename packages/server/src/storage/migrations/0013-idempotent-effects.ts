import { type Kysely, sql } from "kysely";
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
      // Nobody noted what came of these. To take them for free would let an effect come twice.
      await sql`update idempotency_keys set had_effect = 1 where sealed_answer is null`.execute(db);
    },
  };
}
