import type { Kysely } from "kysely";
import { createSchemaBuilder } from "../create-schema-builder.ts";
import type { Dialect } from "../dialect.ts";

/** Sessions of users, one-time links, and the counts of failed attempts. */
export async function createSignInTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, text } = dialect;
  const { table, index } = createSchemaBuilder(db, dialect);

  await table("sessions", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("token_hash", text, (c) => c.notNull().unique())
      .addColumn("user_id", text, (c) => c.notNull())
      .addColumn("created_at", integer, (c) => c.notNull())
      .addColumn("last_seen_at", integer, (c) => c.notNull())
      .addColumn("expires_at", integer, (c) => c.notNull())
      .addColumn("authentication", text, (c) => c.notNull())
      .addColumn("password_stamp", text, (c) => c.notNull())
      .addColumn("ip", text, (c) => c.notNull())
      .addColumn("user_agent", text, (c) => c.notNull()),
  );
  await index("sessions_user_id", "sessions (user_id)");
  await index("sessions_expires_at", "sessions (expires_at)");

  await table("password_resets", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      // Each user has one link: a new one replaces the last.
      .addColumn("user_id", text, (c) => c.notNull().unique())
      .addColumn("password_stamp", text, (c) => c.notNull())
      .addColumn("issuer", text, (c) => c.notNull())
      .addColumn("expires_at", integer, (c) => c.notNull()),
  );
  await index("password_resets_expires_at", "password_resets (expires_at)");

  await table("setup_links", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("opened_by", text, (c) => c.unique())
      .addColumn("expires_at", integer, (c) => c.notNull()),
  );
  await index("setup_links_expires_at", "setup_links (expires_at)");

  await table("attempts", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("count", integer, (c) => c.notNull())
      .addColumn("expires_at", integer, (c) => c.notNull()),
  );
  await index("attempts_expires_at", "attempts (expires_at)");
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
}
