import type { PrincipalAssignments } from "@licet/engine/internal/compiled-assignment.ts";
import type { Condition } from "@licet/engine/internal/conditions/condition.ts";
import { decide, findMatchingPattern, type Question } from "@licet/engine/internal/decide.ts";
import type { Facts } from "@licet/engine/internal/facts.ts";
import type { Permission, RoleGrant } from "@licet/engine/internal/model.ts";
import { findConjuncts, formsFrom, isDecidedByUse } from "./as-narrow.ts";
import { followAll } from "./follow.ts";
import type { GrantedPermission, PermissionReader } from "./granted-permission.ts";

/** Tests whether the caller holds a permission at least as broadly as it grants it. The engine decides. */
export type HoldsAsBroadly = (granted: GrantedPermission) => boolean;

export async function createHoldsAsBroadly(
  facts: Facts,
  context: Question["context"],
  reader: Pick<PermissionReader, "find">,
): Promise<HoldsAsBroadly> {
  const roles = await rolesWithoutLimits(facts.assignmentsByPrincipal, reader);
  const ownRoles = await rolesWithoutLimits(facts.ceiling?.assignmentsByPrincipal ?? [], reader);

  /** True when the caller has the whole role, and so every permission of it under the same conditions. */
  function hasRole({ assignedRole }: GrantedPermission, asked: Permission): boolean {
    if (assignedRole === undefined || !roles.has(assignedRole)) return false;
    const { ceiling } = facts;
    return (
      !ceiling || findMatchingPattern(ceiling.permissions, asked) !== undefined || ownRoles.has(assignedRole)
    );
  }

  // A batch grants one permission at a thousand instances, so the caller's facts are narrowed once for all of them.
  const narrow = rememberLast((granted: GrantedPermission, asked: Permission) =>
    withConditionsOf(granted, asked, facts),
  );

  return (granted) => {
    const asked = permissionNamed(granted.permission, facts);
    if (!asked) return false;
    return hasRole(granted, asked) || holdsNow(narrow(granted, asked), granted, context);
  };
}

/** Keeps the last result for the next permission that differs only in instance and expiry. */
function rememberLast(make: (granted: GrantedPermission, asked: Permission) => Facts): typeof make {
  let last: { readonly key: string; readonly facts: Facts } | undefined;
  return (granted, asked) => {
    const key = JSON.stringify([granted.permission, granted.conditions]);
    if (last?.key !== key) last = { key, facts: make(granted, asked) };
    return last.facts;
  };
}

/**
 * True when the permission is held now, at this instance and for as long. Conditions of the granted permission do not
 * count here.
 */
export function holdsNow(
  facts: Facts,
  { permission, at, until }: GrantedPermission,
  context: Question["context"],
): boolean {
  const asked = permissionNamed(permission, facts);
  const instance = at === undefined ? undefined : facts.instances.get(at);
  if (!asked || (at !== undefined && !instance)) return false;
  const decision = decide(facts, { permission: asked, context, ...(instance && { instance }) });
  if (!decision.allowed) return false;
  return decision.expiresAt === undefined || (until !== undefined && until <= decision.expiresAt);
}

/** `<resource>:*` is evaluated like one more permission, which only `<resource>:*` grants. */
function permissionNamed(name: string, { model }: Facts): Permission | undefined {
  if (!name.endsWith(":*")) return model.permissions.get(name);
  const resource = model.resources.get(name.slice(0, -2));
  return resource && { name, resource, action: "*", description: {}, patterns: [name] };
}

/** The caller's facts, in which a condition is met only when the granted permission has the same condition. */
function withConditionsOf(
  { permission, conditions }: GrantedPermission,
  asked: Permission,
  facts: Facts,
): Facts {
  const carried = formsFrom(conditions);
  const narrow = <T extends { readonly condition?: Condition | undefined }>(holder: T): T =>
    holder.condition
      ? { ...holder, condition: carriedCondition(holder.condition, carried, permission) }
      : holder;
  const narrowAll = (
    assignmentsByPrincipal: readonly PrincipalAssignments[],
  ): readonly PrincipalAssignments[] =>
    assignmentsByPrincipal.map(({ principal, assignments }) => ({
      principal,
      assignments: assignments.map((assignment) => ({ ...assignment, target: narrow(assignment.target) })),
    }));
  const { model, ceiling } = facts;
  const grants = new Map(
    Array.from(model.grantsOf(asked), ([role, grants]): [string, readonly RoleGrant[]] => [
      role,
      grants.map(narrow),
    ]),
  );
  return {
    ...facts,
    model: { ...model, grantsOf: () => grants },
    assignmentsByPrincipal: narrowAll(facts.assignmentsByPrincipal),
    ceiling: ceiling && { ...ceiling, assignmentsByPrincipal: narrowAll(ceiling.assignmentsByPrincipal) },
  };
}

/** The granted permission must have each part, and each part must be true now unless only a later use can decide it. */
const carriedCondition = (
  condition: Condition,
  carried: ReadonlySet<string>,
  permission: string,
): Condition => ({
  ...condition,
  evaluate(inputs, budget) {
    const isMet = findConjuncts(condition.source)?.every(
      (part) =>
        carried.has(part.form) &&
        (isDecidedByUse(part, permission) || part.condition.evaluate(inputs, budget) === "true"),
    );
    return isMet ? "true" : "false";
  },
});

/**
 * The roles that are held everywhere, without condition and without expiry: by such an assignment, or by inheritance
 * from such a role.
 */
async function rolesWithoutLimits(
  assignmentsByPrincipal: readonly PrincipalAssignments[],
  reader: Pick<PermissionReader, "find">,
): Promise<ReadonlySet<string>> {
  const roles = new Set<string>();
  for (const { target, at, expiresAt } of assignmentsByPrincipal.flatMap(({ assignments }) => assignments))
    if (target.role !== undefined && !target.condition && at === undefined && expiresAt === undefined)
      roles.add(target.role);
  await followAll(roles, async (name) => (await reader.find("role", name))?.inherits ?? []);
  return roles;
}
