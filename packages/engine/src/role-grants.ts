import type { Condition } from "./conditions/condition.ts";
import type { Grant, Role } from "./entities.ts";
import { groupBy } from "./values/group-by.ts";

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

export interface CompiledRoles {
  /** The roles that grant a permission, directly or by inheritance, by its patterns. */
  findGrants(patterns: readonly string[]): GrantsByRole;
  /** The patterns that a role grants, directly or by inheritance. */
  findPatterns(role: string): ReadonlySet<string>;
}

export function compileRoles(roles: readonly Role[], compile: (source: string) => Condition): CompiledRoles {
  const grants = indexGrants(roles);
  const heirs = indexHeirs(roles);
  const byName = new Map(roles.map((role) => [role.name, role]));

  function findGrants(patterns: readonly string[]): GrantsByRole {
    const found = new Map<string, GrantsByCondition>();
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
    return new Map([...found].map(([role, byCondition]) => [role, [...byCondition.values()]]));
  }

  function findPatterns(name: string): ReadonlySet<string> {
    const names = new Set([name]);
    // The set grows while it is read.
    for (const each of names) for (const inherited of byName.get(each)?.inherits ?? []) names.add(inherited);
    return new Set(
      [...names].flatMap((each) => byName.get(each)?.grants.map(({ permission }) => permission) ?? []),
    );
  }

  return { findGrants, findPatterns };
}

/** Under the sources of their conditions; under undefined the one without a condition, which is then the only one. */
type GrantsByCondition = Map<string | undefined, RoleGrant>;

/**
 * A grant is redundant beside one without a condition, and beside one with the same condition. Without this check, the
 * paths through a dense inheritance would not fit into memory.
 */
function addIfNew(found: Map<string, GrantsByCondition>, role: string, grant: RoleGrant): boolean {
  const source = grant.condition?.source;
  const known = found.get(role);
  if (known?.has(undefined) || known?.has(source)) return false;
  if (known && source !== undefined) known.set(source, grant);
  else found.set(role, new Map([[source, grant]]));
  return true;
}

interface IndexedGrant extends Grant {
  readonly role: string;
}

function indexGrants(roles: readonly Role[]): ReadonlyMap<string, readonly IndexedGrant[]> {
  return groupBy(
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
