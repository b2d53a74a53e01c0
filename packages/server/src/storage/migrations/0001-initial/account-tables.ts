import type { Kysely } from "kysely";
import { createSchemaBuilder } from "../create-schema-builder.ts";
import type { Dialect } from "../dialect.ts";

/** Applications, access accounts, their secrets, and users. */
export async function createAccountTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, text } = dialect;
  const { table, index, entityTable, searchedTable } = createSchemaBuilder(db, dialect);

  await searchedTable("applications", (t) =>
    t
      .addColumn("name", text, (c) => c.notNull())
      .addColumn("folded_name", text, (c) => c.notNull())
      .addColumn("type", text, (c) => c.notNull())
      .addColumn("enabled", integer, (c) => c.notNull())
      .addColumn("redirect_uris", text, (c) => c.notNull())
      .addColumn("redirect_registrations", text, (c) => c.notNull())
      .addColumn("post_logout_redirect_uris", text, (c) => c.notNull())
      .addColumn("require_pkce", integer, (c) => c.notNull())
      .addColumn("first_party", integer, (c) => c.notNull())
      .addColumn("delegated", text, (c) => c.notNull())
      .addColumn("authentication_method", text)
      .addColumn("jwks", text)
      .addColumn("id_token_algorithm", text, (c) => c.notNull())
      .addColumn("id_token_claims", text, (c) => c.notNull())
      .addColumn("require_pushed_requests", integer, (c) => c.notNull())
      .addColumn("require_signed_request_object", integer, (c) => c.notNull())
      .addColumn("client_assertion_max_lifetime", integer, (c) => c.notNull())
      .addColumn("serves", text, (c) => c.notNull())
      .addColumn("home_page", text)
      .addColumn("backchannel_logout_uri", text)
      .addColumn("recreated_at", integer),
  );
  await index("applications_by_id", "applications (lower(id), id)");
  await index("applications_by_name", "applications (folded_name, id)");
  await index("applications_by_type", "applications (type, id)");
  await index("applications_by_enabled", "applications (enabled, id)");
  await index("applications_by_update", "applications (updated_at, id)");
  // The deletion of a permission or a resource searches for applications that name it; most applications name none.
  await index("applications_references", "applications (id) where (delegated <> '[]' or serves <> '[]')");
  await searchedTable("access_accounts", (t) =>
    t
      .addColumn("application_id", text, (c) => c.notNull().references("applications.id"))
      .addColumn("name", text)
      .addColumn("folded_name", text)
      .addColumn("enabled", integer, (c) => c.notNull())
      .addColumn("expires_at", integer)
      .addColumn("ceiling", text)
      .addColumn("recreated_at", integer),
  );
  await index("access_accounts_application_id", "access_accounts (application_id, id)");
  await index("access_accounts_by_id", "access_accounts (lower(id), id)");
  await index("access_accounts_by_name", "access_accounts (folded_name, id)");
  await index("access_accounts_by_enabled", "access_accounts (enabled, id)");
  await index("access_accounts_by_expiry", "access_accounts (expires_at, id)");
  await index("access_accounts_ceiling", "access_accounts (id) where ceiling is not null");
  await entityTable("secrets", (t) =>
    t
      .addColumn("owner", text, (c) => c.notNull())
      .addColumn("hash", text, (c) => c.notNull())
      .addColumn("hint", text, (c) => c.notNull())
      .addColumn("expires_at", integer)
      .addColumn("last_used_at", integer),
  );
  await index("secrets_owner", "secrets (owner, id)");
  await index("secrets_expires_at", "secrets (expires_at, id) where expires_at is not null");
  await searchedTable("users", (t) =>
    t
      .addColumn("username", text, (c) => c.notNull().unique())
      .addColumn("folded_username", text, (c) => c.notNull())
      .addColumn("enabled", integer, (c) => c.notNull())
      .addColumn("email", text, (c) => c.unique())
      .addColumn("folded_email", text)
      .addColumn("name", text)
      .addColumn("folded_name", text)
      .addColumn("attributes", text, (c) => c.notNull())
      .addColumn("password_hash", text),
  );
  await index("users_by_username", "users (folded_username, id)");
  await index("users_by_email", "users (folded_email, id)");
  await index("users_by_name", "users (folded_name, id)");
  await index("users_by_enabled", "users (enabled, id)");
  await index("users_by_creation", "users (created_at, id)");

  await table("application_logos", (t) =>
    t
      .addColumn("application_id", text, (c) =>
        c.primaryKey().notNull().references("applications.id").onDelete("cascade"),
      )
      .addColumn("media_type", text, (c) => c.notNull())
      .addColumn("bytes", text, (c) => c.notNull())
      .addColumn("digest", text, (c) => c.notNull()),
  );

  await table("reserved_names", (t) =>
    t
      // A keyed hash of the name and its kind. The name itself is not stored.
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      // The user who gave up the name by taking another one; null after a deletion.
      .addColumn("user_id", text)
      .addColumn("reserved_at", integer, (c) => c.notNull())
      // 1: any principal may take the name. The row still records that the name had an owner.
      .addColumn("released", integer, (c) => c.notNull()),
  );
}
