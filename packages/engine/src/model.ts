import type { Target } from "./compiled-assignment.ts";
import type { Condition } from "./conditions/condition.ts";
import type { CustomPermission, LocalizedText, Membership, Resource, Role } from "./entities.ts";
import { compileNesting, type GroupNesting } from "./group-nesting.ts";
import { compileRoles, type GrantsByRole } from "./role-grants.ts";
import { groupBy } from "./values/group-by.ts";

export type { RoleGrant } from "./role-grants.ts";

/** The part of the permission data that every decision needs and that is small enough to keep whole. */
export interface ModelData {
  readonly resources: readonly Resource[];
  readonly permissions: readonly CustomPermission[];
  readonly roles: readonly Role[];
  /** Memberships of groups in groups only; users are looked up one by one. */
  readonly groupNesting: readonly Membership[];
}

/** A permission of the catalogue: an action of a resource, or a custom name without one. */
export interface Permission {
  readonly name: string;
  readonly resource?: Resource;
  readonly action: string;
  readonly description: LocalizedText;
  /** The patterns that name the permission in a grant: itself and, when it belongs to a resource, `<resource>:*`. */
  readonly patterns: readonly string[];
}

/** Catalogue, roles and group nesting, compiled for deciding. Immutable: a change makes a new one. */
export interface Model extends GroupNesting {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly resourcesByIdentifier: ReadonlyMap<string, Resource>;
  readonly permissions: ReadonlyMap<string, Permission>;
  /** The permissions of a resource, in the order of its actions. */
  permissionsOf(resource: string): readonly Permission[];
  /** The roles that give a permission, each with the grants by which it does: its own or inherited ones. */
  grantsOf(permission: Permission): GrantsByRole;
  /** The permissions that an assignment of this target may give, depending on its conditions. */
  permissionsNamedBy(target: Pick<Target, "role" | "permission">): readonly Permission[];
  /** The place of a permission in the order of the catalogue. */
  positionOf(permission: Permission): number;
}

const NONE: readonly never[] = [];

export function compileModel(data: ModelData, compile: (source: string) => Condition): Model {
  const resources = new Map(data.resources.map((resource) => [resource.name, resource]));
  const permissions = buildCatalogue(data);
  const byResource = groupBy(permissions.values(), (permission) => permission.resource?.name);
  const { findGrants, findPatterns } = compileRoles(data.roles, compile);
  // Filled on first use: with a thousand roles, computing all permissions would delay the start.
  const grants = new Map<string, GrantsByRole>();
  const namedByRole = new Map<string, readonly Permission[]>();
  let positions: ReadonlyMap<Permission, number> | undefined;
  const nesting = compileNesting(data.groupNesting);

  const matching = (pattern: string): readonly Permission[] => {
    const exact = permissions.get(pattern);
    if (exact) return [exact];
    return pattern.endsWith(":*") ? (byResource.get(pattern.slice(0, -":*".length)) ?? NONE) : NONE;
  };

  return {
    resources,
    resourcesByIdentifier: new Map(data.resources.map((resource) => [resource.identifier, resource])),
    permissions,
    permissionsOf: (resource) => byResource.get(resource) ?? NONE,
    grantsOf(permission) {
      let found = grants.get(permission.name);
      if (!found) {
        found = findGrants(permission.patterns);
        grants.set(permission.name, found);
      }
      return found;
    },
    permissionsNamedBy({ role, permission }) {
      if (role === undefined) return permission === undefined ? NONE : matching(permission);
      let found = namedByRole.get(role);
      if (!found) {
        found = [...new Set([...findPatterns(role)].flatMap(matching))];
        namedByRole.set(role, found);
      }
      return found;
    },
    positionOf(permission) {
      positions ??= new Map(Array.from(permissions.values(), (each, index) => [each, index]));
      return positions.get(permission) ?? Number.POSITIVE_INFINITY;
    },
    ...nesting,
  };
}

function buildCatalogue(data: ModelData): ReadonlyMap<string, Permission> {
  const permissions = new Map<string, Permission>();
  for (const resource of data.resources) {
    for (const [action, { description }] of Object.entries(resource.actions)) {
      const name = `${resource.name}:${action}`;
      const patterns = [name, `${resource.name}:*`];
      permissions.set(name, { name, resource, action, description, patterns });
    }
  }
  for (const { name, description } of data.permissions)
    permissions.set(name, { name, action: name, description, patterns: [name] });
  return permissions;
}
