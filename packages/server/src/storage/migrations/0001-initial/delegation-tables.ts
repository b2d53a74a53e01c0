import type { Kysely } from "kysely";
import { createSchemaBuilder } from "../create-schema-builder.ts";
import type { Dialect } from "../dialect.ts";

/** Requests of applications for the permissions of a user, from sign-in to sign-out. */
export async function createDelegationTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, text } = dialect;
  const { table, index } = createSchemaBuilder(db, dialect);

  await table("interactions", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("purpose", text, (c) => c.notNull())
      .addColumn("browser_hash", text, (c) => c.notNull())
      .addColumn("created_at", integer, (c) => c.notNull())
      .addColumn("expires_at", integer, (c) => c.notNull())
      .addColumn("signed_in", text)
      .addColumn("finished_at", integer)
      .addColumn("held_by", text),
  );
  await index("interactions_browser_hash", "interactions (browser_hash)");
  await index("interactions_expires_at", "interactions (expires_at)");
  // Unfinished interactions are counted for an address or a user, so that their number is bounded.
  await index(
    "interactions_held_by",
    "interactions (held_by, expires_at) where finished_at is null and signed_in is null",
  );

  await table("pushed_requests", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("client_id", text, (c) => c.notNull())
      .addColumn("parameters", text, (c) => c.notNull())
      .addColumn("expires_at", integer, (c) => c.notNull())
      .addColumn("kept_until", integer, (c) => c.notNull())
      .addColumn("held_by", text),
  );
  await index("pushed_requests_kept_until", "pushed_requests (kept_until)");
  await index("pushed_requests_held_by", "pushed_requests (held_by, expires_at)");

  await table("consents", (t) =>
    t
      .addColumn("user_id", text, (c) => c.notNull())
      .addColumn("application_id", text, (c) => c.notNull())
      .addColumn("scope", text, (c) => c.notNull())
      .addColumn("agreed", integer, (c) => c.notNull())
      .addColumn("revision", integer, (c) => c.notNull())
      .addColumn("decided_at", integer, (c) => c.notNull())
      .addColumn("expires_at", integer, (c) => c.notNull())
      .addPrimaryKeyConstraint("consents_pkey", ["user_id", "application_id", "scope"]),
  );
  // Used when an application is deleted: without it, the deletion would read the consents of all users.
  await index("consents_application_id", "consents (application_id)");
  await index("consents_expires_at", "consents (expires_at)");

  await table("delegations", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("code_hash", text, (c) => c.notNull().unique())
      .addColumn("user_id", text, (c) => c.notNull())
      .addColumn("application_id", text, (c) => c.notNull())
      .addColumn("session_id", text, (c) => c.notNull())
      .addColumn("outlives_session", integer, (c) => c.notNull())
      .addColumn("details", text, (c) => c.notNull())
      .addColumn("created_at", integer, (c) => c.notNull())
      .addColumn("code_expires_at", integer, (c) => c.notNull())
      .addColumn("redeemed_at", integer)
      .addColumn("ended_at", integer)
      .addColumn("refresh_hash", text)
      .addColumn("previous_refresh_hash", text)
      .addColumn("rotated_at", integer)
      .addColumn("sealed_refresh", text)
      .addColumn("idle_expires_at", integer)
      .addColumn("absolute_expires_at", integer)
      .addColumn("kept_until", integer, (c) => c.notNull())
      .addColumn("tokens_until", integer)
      .addColumn("announce_until", integer),
  );
  await index("delegations_session_id", "delegations (session_id)");
  // Used only to end live delegations. Spending a code without a refresh token changes no indexed column: PostgreSQL
  // then writes the new row beside the old one and does not touch the indexes.
  await index("delegations_user_id", "delegations (user_id) where ended_at is null");
  await index("delegations_application_id", "delegations (application_id, id) where ended_at is null");
  await index("delegations_kept_until", "delegations (kept_until)");
  await index("delegations_ended_at", "delegations (ended_at) where ended_at is not null");
  // Nearly always empty. `tokens_until` is in no index, for the reason above.
  await index("delegations_announce_until", "delegations (id) where announce_until is not null");

  await table("logout_deliveries", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("application_id", text, (c) => c.notNull())
      .addColumn("user_id", text, (c) => c.notNull())
      .addColumn("session_id", text, (c) => c.notNull())
      .addColumn("attempts", integer, (c) => c.notNull())
      .addColumn("due_at", integer, (c) => c.notNull()),
  );
  await index("logout_deliveries_due_at", "logout_deliveries (due_at)");
}
