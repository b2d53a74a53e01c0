import type { InstanceKey, Membership, PrincipalKey } from "@licet/engine/entities.ts";
import type { AccessTokenType } from "@licet/engine/values/access-token-type.ts";
import type { SigningAlgorithm } from "@licet/engine/values/algorithms.ts";
import { type EntityTable, optional } from "./entity-table.ts";

export const resourceTable: EntityTable<"resource", "resources"> = {
  table: "resources",
  columns: ["display_name", "identifier", "signing_algorithm", "access_token_type", "actions"],
  toRow: (resource) => ({
    id: resource.name,
    display_name: resource.displayName === undefined ? null : JSON.stringify(resource.displayName),
    identifier: resource.identifier,
    signing_algorithm: resource.signingAlgorithm,
    access_token_type: resource.accessTokenType,
    actions: JSON.stringify(resource.actions),
  }),
  fromRow: (row) => ({
    name: row.id,
    ...(row.display_name !== null && { displayName: JSON.parse(row.display_name) }),
    identifier: row.identifier,
    signingAlgorithm: row.signing_algorithm as SigningAlgorithm,
    accessTokenType: row.access_token_type as AccessTokenType,
    actions: JSON.parse(row.actions),
  }),
};

export const permissionTable: EntityTable<"permission", "permissions"> = {
  table: "permissions",
  columns: ["description"],
  toRow: (permission) => ({ id: permission.name, description: JSON.stringify(permission.description) }),
  fromRow: (row) => ({ name: row.id, description: JSON.parse(row.description) }),
};

export const roleTable: EntityTable<"role", "roles"> = {
  table: "roles",
  columns: ["description", "inherits", "grants"],
  toRow: (role) => ({
    id: role.name,
    description: role.description ?? null,
    inherits: JSON.stringify(role.inherits),
    grants: JSON.stringify(role.grants),
  }),
  fromRow: (row) => ({
    name: row.id,
    ...optional("description", row.description),
    inherits: JSON.parse(row.inherits),
    grants: JSON.parse(row.grants),
  }),
};

export const groupTable: EntityTable<"group", "groups"> = {
  table: "groups",
  columns: ["description"],
  toRow: (group) => ({ id: group.name, description: group.description ?? null }),
  fromRow: (row) => ({ name: row.id, ...optional("description", row.description) }),
};

export const membershipTable: EntityTable<"membership", "group_members"> = {
  table: "group_members",
  columns: ["group_name", "member"],
  toRow: ({ group, member }) => ({ id: `${group}/${member}`, group_name: group, member }),
  fromRow: (row) => ({ group: row.group_name, member: row.member as Membership["member"] }),
};

export const instanceTable: EntityTable<"instance", "instances"> = {
  table: "instances",
  columns: ["resource", "instance_id", "parent", "attributes"],
  toRow: (instance) => ({
    id: `${instance.resource}/${instance.id}`,
    resource: instance.resource,
    instance_id: instance.id,
    parent: instance.parent ?? null,
    attributes: JSON.stringify(instance.attributes),
  }),
  fromRow: (row) => ({
    resource: row.resource,
    id: row.instance_id,
    ...optional("parent", row.parent as InstanceKey | null),
    attributes: JSON.parse(row.attributes),
  }),
};

export const assignmentTable: EntityTable<"assignment", "assignments"> = {
  table: "assignments",
  columns: ["principal", "role", "permission", "instance", "condition", "expires_at"],
  numbers: ["expires_at"],
  toRow: (assignment) => ({
    id: assignment.id,
    principal: assignment.principal,
    role: assignment.role ?? null,
    permission: assignment.permission ?? null,
    instance: assignment.at ?? null,
    condition: assignment.when ?? null,
    expires_at: assignment.expiresAt ?? null,
  }),
  fromRow: (row) => ({
    id: row.id,
    principal: row.principal as PrincipalKey,
    ...optional("role", row.role),
    ...optional("permission", row.permission),
    ...optional("at", row.instance as InstanceKey | null),
    ...optional("when", row.condition),
    ...optional("expiresAt", row.expires_at),
  }),
};
