import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { createIn } from "./create-in.ts";
import type { Dialect } from "./dialect.ts";

/**
 * Root keys, sealed under LICET_SECRET. They are written at the start, where the secret is known. Each node says which
 * values of it would open them.
 */
export function rootKeysMigration(dialect: Dialect): Migration {
  const { integer, text } = dialect;
  return {
    async up(db: Kysely<unknown>) {
      await createIn(db, dialect).table("root_keys", (t) =>
        t
          .addColumn("name", text, (c) => c.primaryKey().notNull())
          .addColumn("sealed", text, (c) => c.notNull())
          .addColumn("sealed_under", text, (c) => c.notNull())
          .addColumn("created_at", integer, (c) => c.notNull()),
      );
      await db.schema.alterTable("nodes").addColumn("secret_ids", text).execute();
    },
  };
}
