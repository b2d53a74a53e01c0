import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Dialect } from "./dialect.ts";

/** Whoever goes back to a page whose question they have answered is told so, as long as the interaction would last. */
export function finishedInteractionsMigration({ integer }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable("interactions").addColumn("finished_at", integer).execute();
    },
  };
}
