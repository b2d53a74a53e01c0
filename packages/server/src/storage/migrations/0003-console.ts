import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createIn } from "./create-in.ts";
import type { Dialect } from "./dialect.ts";

/** What the people who run an installation ask for: links for a new password, nodes, charts, what will expire. */
export function consoleMigration(dialect: Dialect): Migration {
  return { up: (db) => createTables(db, dialect) };
}

async function createTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, text } = dialect;
  const { table, index } = createIn(db, dialect);

  await table("password_resets", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      // One for each user: a new one takes the place of the last.
      .addColumn("user_id", text, (c) => c.notNull().unique())
      .addColumn("password_stamp", text, (c) => c.notNull())
      .addColumn("expires_at", integer, (c) => c.notNull()),
  );
  await index("password_resets_expires_at", "password_resets (expires_at)");

  await table("nodes", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("host", text, (c) => c.notNull())
      .addColumn("version", text, (c) => c.notNull())
      .addColumn("engine", text, (c) => c.notNull())
      .addColumn("started_at", integer, (c) => c.notNull())
      .addColumn("seen_at", integer, (c) => c.notNull())
      .addColumn("revision", integer, (c) => c.notNull()),
  );

  // A month minute by minute is a million rows: a chart of it is drawn from the hours.
  await table("hourly_counters", (t) =>
    t
      .addColumn("hour", integer, (c) => c.notNull())
      .addColumn("name", text, (c) => c.notNull())
      .addColumn("label", text, (c) => c.notNull())
      .addColumn("count", integer, (c) => c.notNull())
      .addPrimaryKeyConstraint("hourly_counters_pkey", ["name", "hour", "label"]),
  );
  await index("hourly_counters_hour", "hourly_counters (hour)");
  await sql`insert into hourly_counters (hour, name, label, count)
    select minute / 60, name, label, cast(sum(count) as bigint) from counters
    group by minute / 60, name, label`.execute(db);

  await index("secrets_expires_at", "secrets (expires_at, id) where expires_at is not null");
  // The top of a tree that is read level by level; `instances_parent` has the levels below.
  await index("instances_top", "instances (id) where parent is null");
  await index("audit_events_at", "audit_events (at, id)");
}
