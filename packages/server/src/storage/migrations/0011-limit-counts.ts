import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { createIn } from "./create-in.ts";
import type { Dialect } from "./dialect.ts";

/** How often callers failed lately, summed over all nodes. */
export function limitCountsMigration(dialect: Dialect): Migration {
  const { integer, text } = dialect;
  return {
    async up(db: Kysely<unknown>) {
      const { table, index } = createIn(db, dialect);
      await table("limit_counts", (t) =>
        t
          .addColumn("id", text, (c) => c.primaryKey().notNull())
          .addColumn("name", text, (c) => c.notNull())
          .addColumn("count", integer, (c) => c.notNull())
          .addColumn("expires_at", integer, (c) => c.notNull())
          .addColumn("changed_at", integer, (c) => c.notNull()),
      );
      await index("limit_counts_expires_at", "limit_counts (expires_at)");
      await index("limit_counts_changed_at", "limit_counts (changed_at)");
    },
  };
}
