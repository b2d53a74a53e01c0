import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { createIn } from "./create-in.ts";
import type { Dialect } from "./dialect.ts";

/**
 * A link for a new password knows who made it; links from before do not, and count no more. Conditions of assignments
 * are searched when an application is made or renamed.
 */
export function resetIssuersMigration(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable("password_resets").addColumn("issuer", dialect.text).execute();
      await createIn(db, dialect).index(
        "assignments_conditional",
        "assignments (id) where condition is not null",
      );
    },
  };
}
