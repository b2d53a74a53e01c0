import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { type Columns, createIn } from "./create-in.ts";
import type { Dialect } from "./dialect.ts";

/** Everything Licet stores. Indexes are few on purpose: each one is paid for by every write. */
export function initialMigration(dialect: Dialect): Migration {
  return { up: (db) => createTables(db, dialect) };
}

async function createTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, text } = dialect;
  const { table, index } = createIn(db, dialect);
  const entities = (name: string, columns: Columns) =>
    table(name, (t) =>
      columns(t.addColumn("id", text, (c) => c.primaryKey().notNull()))
        .addColumn("version", integer, (c) => c.notNull())
        .addColumn("created_at", integer, (c) => c.notNull())
        .addColumn("updated_at", integer, (c) => c.notNull()),
    );

  await entities("resources", (t) =>
    t
      .addColumn("identifier", text, (c) => c.notNull().unique())
      .addColumn("signing_algorithm", text, (c) => c.notNull())
      .addColumn("actions", text, (c) => c.notNull()),
  );
  await entities("permissions", (t) => t.addColumn("description", text, (c) => c.notNull()));
  await entities("roles", (t) =>
    t
      .addColumn("description", text)
      .addColumn("inherits", text, (c) => c.notNull())
      .addColumn("grants", text, (c) => c.notNull()),
  );
  await entities("groups", (t) => t.addColumn("description", text));
  await index("groups_search_id", "groups (lower(id))");
  await entities("group_members", (t) =>
    t
      .addColumn("group_name", text, (c) => c.notNull().references("groups.id"))
      .addColumn("member", text, (c) => c.notNull()),
  );
  await index("group_members_group_name", "group_members (group_name)");
  await index("group_members_member", "group_members (member, id)");
  await entities("instances", (t) =>
    t
      .addColumn("resource", text, (c) => c.notNull())
      .addColumn("instance_id", text, (c) => c.notNull())
      .addColumn("parent", text)
      .addColumn("attributes", text, (c) => c.notNull()),
  );
  await index("instances_parent", "instances (parent, id) where parent is not null");
  await index("instances_search_id", "instances (lower(instance_id))");
  await entities("assignments", (t) =>
    t
      .addColumn("principal", text, (c) => c.notNull())
      .addColumn("role", text)
      .addColumn("permission", text)
      .addColumn("instance", text)
      .addColumn("condition", text)
      .addColumn("expires_at", integer),
  );
  await index("assignments_principal", "assignments (principal, id)");
  await index("assignments_role", "assignments (role, principal, id) where role is not null");
  await index(
    "assignments_permission",
    "assignments (permission, principal, id) where permission is not null",
  );
  await index("assignments_instance", "assignments (instance, id) where instance is not null");

  await entities("applications", (t) =>
    t
      .addColumn("name", text, (c) => c.notNull())
      .addColumn("folded_name", text, (c) => c.notNull())
      .addColumn("type", text, (c) => c.notNull())
      .addColumn("enabled", integer, (c) => c.notNull())
      .addColumn("redirect_uris", text, (c) => c.notNull())
      .addColumn("post_logout_redirect_uris", text, (c) => c.notNull())
      .addColumn("require_pkce", integer, (c) => c.notNull())
      .addColumn("first_party", integer, (c) => c.notNull())
      .addColumn("delegated", text, (c) => c.notNull())
      .addColumn("authentication_method", text)
      .addColumn("jwks", text)
      .addColumn("id_token_algorithm", text, (c) => c.notNull())
      .addColumn("serves", text, (c) => c.notNull()),
  );
  await index("applications_search_id", "applications (lower(id))");
  await index("applications_search_name", "applications (folded_name)");
  // Who names a permission or a resource is asked when one is to be deleted; most applications name none.
  await index("applications_naming", "applications (id) where (delegated <> '[]' or serves <> '[]')");
  await entities("access_accounts", (t) =>
    t
      .addColumn("application_id", text, (c) => c.notNull().references("applications.id"))
      .addColumn("name", text)
      .addColumn("folded_name", text)
      .addColumn("enabled", integer, (c) => c.notNull())
      .addColumn("expires_at", integer)
      .addColumn("ceiling", text),
  );
  await index("access_accounts_application_id", "access_accounts (application_id, id)");
  await index("access_accounts_search_id", "access_accounts (lower(id))");
  await index("access_accounts_search_name", "access_accounts (folded_name) where folded_name is not null");
  await index("access_accounts_naming", "access_accounts (id) where ceiling is not null");
  await entities("secrets", (t) =>
    t
      .addColumn("owner", text, (c) => c.notNull())
      .addColumn("hash", text, (c) => c.notNull())
      .addColumn("hint", text, (c) => c.notNull())
      .addColumn("expires_at", integer)
      .addColumn("last_used_at", integer),
  );
  await index("secrets_owner", "secrets (owner, id)");
  await entities("users", (t) =>
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
  await index("users_search_username", "users (folded_username)");
  await index("users_search_email", "users (folded_email) where folded_email is not null");
  await index("users_search_name", "users (folded_name) where folded_name is not null");
  // Few among many: a walk along all users would take long to meet them.
  await index("users_disabled", "users (id) where enabled = 0");

  await table("revision", (t) =>
    t
      .addColumn("id", integer, (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn("value", integer, (c) => c.notNull()),
  );
  await sql`insert into revision (id, value) values (1, 0)`.execute(db);
  await table("change_log", (t) =>
    t
      .addColumn("revision", integer, (c) => c.primaryKey())
      .addColumn("at", integer, (c) => c.notNull())
      .addColumn("actor", text, (c) => c.notNull())
      .addColumn("entries", text, (c) => c.notNull()),
  );

  await table("signing_keys", (t) =>
    t
      .addColumn("kid", text, (c) => c.primaryKey().notNull())
      .addColumn("algorithm", text, (c) => c.notNull())
      .addColumn("public_jwk", text, (c) => c.notNull())
      .addColumn("sealed_private_key", text, (c) => c.notNull())
      .addColumn("created_at", integer, (c) => c.notNull())
      .addColumn("activates_at", integer, (c) => c.notNull()),
  );
  for (const name of ["client_assertions", "revoked_tokens"]) {
    await table(name, (t) =>
      t
        .addColumn("id", text, (c) => c.primaryKey().notNull())
        .addColumn("expires_at", integer, (c) => c.notNull()),
    );
    await index(`${name}_expires_at`, `${name} (expires_at)`);
  }

  await table("idempotency_keys", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("fingerprint", text, (c) => c.notNull())
      .addColumn("sealed_answer", text)
      .addColumn("claimed_at", integer, (c) => c.notNull()),
  );
  await index("idempotency_keys_claimed_at", "idempotency_keys (claimed_at)");

  await table("audit_events", (t) =>
    dialect
      .growingId(t)
      .addColumn("at", integer, (c) => c.notNull())
      .addColumn("type", text, (c) => c.notNull())
      .addColumn("actor", text, (c) => c.notNull())
      .addColumn("target", text)
      .addColumn("ip", text)
      .addColumn("request_id", text)
      .addColumn("data", text),
  );
  await index("audit_events_actor", "audit_events (actor, id)");
  await index("audit_events_target", "audit_events (target, id) where target is not null");
  await index("audit_events_type", "audit_events (type, id)");
  // Request ids come in no order, and each would go to another place of a plain index. Within blocks of consecutive
  // events, all new ones go to the end.
  await index(
    "audit_events_request_id",
    "audit_events ((id / 4096), request_id) where request_id is not null",
  );
  await table("counters", (t) =>
    t
      .addColumn("minute", integer, (c) => c.notNull())
      .addColumn("name", text, (c) => c.notNull())
      .addColumn("label", text, (c) => c.notNull())
      .addColumn("count", integer, (c) => c.notNull())
      .addPrimaryKeyConstraint("counters_pkey", ["minute", "name", "label"]),
  );
  await table("meta", (t) =>
    t.addColumn("key", text, (c) => c.primaryKey().notNull()).addColumn("value", text, (c) => c.notNull()),
  );
}
