import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { createIn } from "./create-in.ts";
import type { Dialect } from "./dialect.ts";

/** Who holds what callers store without signing in, so that it can be counted: an address, a client, a user. */
export function boundedRequestsMigration(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const { index } = createIn(db, dialect);
      // Rows from before are held by nobody. They expire within half an hour.
      for (const table of ["interactions", "pushed_requests"])
        await db.schema.alterTable(table).addColumn("held_by", dialect.text).execute();
      await index(
        "interactions_held_by",
        "interactions (held_by, expires_at) where finished_at is null and signed_in is null",
      );
      await index("pushed_requests_held_by", "pushed_requests (held_by, expires_at)");
    },
  };
}
