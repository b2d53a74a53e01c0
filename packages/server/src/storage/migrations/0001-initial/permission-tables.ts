import type { Kysely } from "kysely";
import { createSchemaBuilder } from "../create-schema-builder.ts";
import type { Dialect } from "../dialect.ts";

/** Resources, permissions, roles, groups, instances and assignments. */
export async function createPermissionTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, text } = dialect;
  const { index, entityTable, searchedTable } = createSchemaBuilder(db, dialect);

  await searchedTable("resources", (t) =>
    t
      .addColumn("display_name", text)
      .addColumn("identifier", text, (c) => c.notNull().unique())
      .addColumn("signing_algorithm", text, (c) => c.notNull())
      .addColumn("access_token_type", text, (c) => c.notNull())
      .addColumn("actions", text, (c) => c.notNull()),
  );
  await index("resources_by_name", "resources (lower(id), id)");
  await index("resources_by_algorithm", "resources (signing_algorithm, id)");
  await searchedTable("permissions", (t) => t.addColumn("description", text, (c) => c.notNull()));
  await index("permissions_by_name", "permissions (lower(id), id)");
  await index("permissions_by_update", "permissions (updated_at, id)");
  await searchedTable("roles", (t) =>
    t
      .addColumn("description", text)
      .addColumn("inherits", text, (c) => c.notNull())
      .addColumn("grants", text, (c) => c.notNull()),
  );
  await index("roles_by_name", "roles (lower(id), id)");
  await index("roles_by_update", "roles (updated_at, id)");
  await searchedTable("groups", (t) => t.addColumn("description", text));
  await index("groups_by_name", "groups (lower(id), id)");
  await index("groups_by_update", "groups (updated_at, id)");
  await entityTable("group_members", (t) =>
    t
      .addColumn("group_name", text, (c) => c.notNull().references("groups.id"))
      .addColumn("member", text, (c) => c.notNull()),
  );
  await index("group_members_group_name", "group_members (group_name)");
  await index("group_members_member", "group_members (member, id)");
  await searchedTable("instances", (t) =>
    t
      .addColumn("resource", text, (c) => c.notNull())
      .addColumn("instance_id", text, (c) => c.notNull())
      .addColumn("parent", text)
      .addColumn("attributes", text, (c) => c.notNull()),
  );
  await index("instances_parent", "instances (parent, id) where parent is not null");
  // A tree is read level by level: its roots by this index, the levels below by `instances_parent`.
  await index("instances_roots", "instances (id) where parent is null");
  await index("instances_by_name", "instances (lower(instance_id), id)");
  await index("instances_by_update", "instances (updated_at, id)");
  await entityTable("assignments", (t) =>
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
  await index("assignments_by_grant", "assignments (coalesce(role, permission), id)");
  await index("assignments_by_expiry", "assignments (expires_at, id)");
  // Conditions are searched when an application is created or renamed.
  await index("assignments_conditional", "assignments (id) where condition is not null");
}
