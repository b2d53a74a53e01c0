import type { Condition } from "./conditions/condition.ts";
import type { Grant, Role } from "./entities.ts";

/** A grant as a holder of a role sees it: ready to evaluate, with the roles it was inherited through. */
export interface RoleGrant {
  /** From the assigned role to the one that grants: `["clerk", "viewer"]`. */
  readonly roles: readonly string[];
  /** As the role names it: `orders:read` or `orders:*`. */
  readonly permission: string;
  readonly condition?: Condition;
}

/**
 * The grants by which each role gives one permission, the shortest path first. Roles that do not give it are not here.
 */
export type GrantsByRole = ReadonlyMap<string, readonly RoleGrant[]>;

/** Gives, for the patterns that name a permission, who grants it: by itself or through the roles it inherits. */
export function compileRoles(
  roles: readonly Role[],
  compile: (source: string) => Condition,
): (patterns: readonly string[]) => GrantsByRole {
  const grants = indexGrants(roles);
  const heirs = indexHeirs(roles);
  return (patterns) => {
    const found = new Map<string, RoleGrant[]>();
    const queue = patterns.flatMap((pattern) =>
      (grants.get(pattern) ?? []).map(({ role, when }): RoleGrant => {
        const grant = { roles: [role], permission: pattern };
        return when === undefined ? grant : { ...grant, condition: compile(when) };
      }),
    );
    // Breadth first, so that of two paths to an inherited role the shorter one is reported.
    for (const grant of queue) {
      const [holder] = grant.roles as [string, ...string[]];
      if (!addIfNew(found, holder, grant)) continue;
      for (const heir of heirs.get(holder) ?? []) queue.push({ ...grant, roles: [heir, ...grant.roles] });
    }
    return found;
  };
}

/**
 * Beside a grant without condition every other one is idle, and the same condition twice is once. Without this, the
 * paths through a dense inheritance would be more than memory could hold.
 */
function addIfNew(found: Map<string, RoleGrant[]>, role: string, grant: RoleGrant): boolean {
  const known = found.get(role) ?? [];
  const idle = known.some(({ condition }) => !condition || condition.source === grant.condition?.source);
  if (idle) return false;
  found.set(role, grant.condition ? [...known, grant] : [grant]);
  return true;
}

interface IndexedGrant extends Grant {
  readonly role: string;
}

function indexGrants(roles: readonly Role[]): ReadonlyMap<string, readonly IndexedGrant[]> {
  return Map.groupBy(
    roles.flatMap(({ name, grants }) => grants.map((grant) => ({ ...grant, role: name }))),
    ({ permission }) => permission,
  );
}

/** The roles that inherit a role directly. */
function indexHeirs(roles: readonly Role[]): ReadonlyMap<string, readonly string[]> {
  const heirs = new Map<string, string[]>();
  for (const { name, inherits } of roles) {
    for (const inherited of new Set(inherits)) heirs.set(inherited, [...(heirs.get(inherited) ?? []), name]);
  }
  return heirs;
}
