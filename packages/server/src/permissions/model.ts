import type { Condition } from "./conditions/condition.ts";
import type { Assignment, LocalizedText, Resource, Role } from "./entities.ts";
import type { ModelData } from "./stores.ts";

/** A permission of the catalogue: an action of a resource, or a custom name without one. */
export interface Permission {
  readonly name: string;
  readonly resource?: Resource;
  readonly action: string;
  readonly description: LocalizedText;
}

/** A grant as a holder of a role sees it: ready to evaluate, with the way it was inherited. */
export interface RoleGrant {
  /** From the assigned role to the one that grants: `["clerk", "viewer"]`. */
  readonly roles: readonly string[];
  readonly condition?: Condition;
}

export interface CompiledAssignment {
  readonly assignment: Assignment;
  readonly condition?: Condition;
}

/** Catalogue, roles and group nesting, compiled for deciding. Immutable: a change makes a new one. */
export interface Model {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly resourcesByIdentifier: ReadonlyMap<string, Resource>;
  readonly permissions: ReadonlyMap<string, Permission>;
  /** The permissions of a resource, in the order of its actions. */
  permissionsOf(resource: string): readonly Permission[];
  /** The grants by which a role gives a permission: its own and the inherited ones. */
  grantsOf(role: string, permission: Permission): readonly RoleGrant[];
  /** The groups a group belongs to, directly or through others. */
  groupsAbove(group: string): readonly string[];
}

const NONE: readonly never[] = [];

export function compileModel(data: ModelData, compile: (source: string) => Condition): Model {
  const resources = new Map(data.resources.map((resource) => [resource.name, resource]));
  const permissions = catalogue(data);
  const roles = new Map(data.roles.map((role) => [role.name, role]));
  const byResource = Map.groupBy(permissions.values(), (permission) => permission.resource?.name);
  const parents = Map.groupBy(data.groupNesting, ({ member }) => member.slice("group:".length));
  // Compiled on first use: a start with a thousand roles pays only for those that are asked about.
  const compiledRoles = new Map<string, ReadonlyMap<string, readonly RoleGrant[]>>();

  return {
    resources,
    resourcesByIdentifier: new Map(data.resources.map((resource) => [resource.identifier, resource])),
    permissions,
    permissionsOf: (resource) => byResource.get(resource) ?? NONE,
    grantsOf(role, permission) {
      let grants = compiledRoles.get(role);
      if (!grants) {
        grants = compileRole(role, roles, compile);
        compiledRoles.set(role, grants);
      }
      const exact = grants.get(permission.name) ?? NONE;
      const every = permission.resource ? (grants.get(`${permission.resource.name}:*`) ?? NONE) : NONE;
      if (every.length === 0) return exact;
      return exact.length === 0 ? every : [...exact, ...every];
    },
    groupsAbove: (group) => [
      ...reachable(group, (name) => (parents.get(name) ?? NONE).map((edge) => edge.group)),
    ],
  };
}

function catalogue(data: ModelData): ReadonlyMap<string, Permission> {
  const permissions = new Map<string, Permission>();
  for (const resource of data.resources) {
    for (const [action, { description }] of Object.entries(resource.actions)) {
      const name = `${resource.name}:${action}`;
      permissions.set(name, { name, resource, action, description });
    }
  }
  for (const { name, description } of data.permissions)
    permissions.set(name, { name, action: name, description });
  return permissions;
}

/** Breadth first, so that of two ways to an inherited role the shorter one is told. */
function compileRole(
  name: string,
  roles: ReadonlyMap<string, Role>,
  compile: (source: string) => Condition,
): ReadonlyMap<string, readonly RoleGrant[]> {
  const grants = new Map<string, RoleGrant[]>();
  const seen = new Set([name]);
  const queue: (readonly string[])[] = [[name]];
  for (const chain of queue) {
    const role = roles.get(chain.at(-1) as string);
    for (const { permission, when } of role?.grants ?? []) {
      const grant = when === undefined ? { roles: chain } : { roles: chain, condition: compile(when) };
      grants.set(permission, [...(grants.get(permission) ?? []), grant]);
    }
    for (const inherited of role?.inherits ?? []) {
      if (seen.has(inherited)) continue;
      seen.add(inherited);
      queue.push([...chain, inherited]);
    }
  }
  return grants;
}

function reachable(start: string, next: (name: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [start];
  for (const name of queue) {
    for (const above of next(name)) {
      if (seen.has(above)) continue;
      seen.add(above);
      queue.push(above);
    }
  }
  return seen;
}
