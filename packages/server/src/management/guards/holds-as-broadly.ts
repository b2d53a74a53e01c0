import type { PrincipalAssignments } from "../../permissions/compiled-assignment.ts";
import type { Condition } from "../../permissions/conditions/condition.ts";
import { decide, findCover, type Question } from "../../permissions/decide.ts";
import type { Facts } from "../../permissions/facts.ts";
import type { Permission, RoleGrant } from "../../permissions/model.ts";
import { findConjuncts, formsFrom, isToldByUse } from "./as-narrow.ts";
import type { GrantedPermission, PermissionReader } from "./granted-permission.ts";

/** Whether the caller holds a permission at least as broadly as it grants it. Asked of the engine. */
export type HoldsAsBroadly = (granted: GrantedPermission) => boolean;

export async function createHoldsAsBroadly(
  facts: Facts,
  context: Question["context"],
  reader: Pick<PermissionReader, "find">,
): Promise<HoldsAsBroadly> {
  const roles = await rolesWithoutLimits(facts.assignmentsByPrincipal, reader);
  const ownRoles = await rolesWithoutLimits(facts.ceiling?.assignmentsByPrincipal ?? [], reader);

  /** By having the whole role: whatever it gives, under whatever conditions, the caller has alike. */
  function hasRole({ assignedRole }: GrantedPermission, asked: Permission): boolean {
    if (assignedRole === undefined || !roles.has(assignedRole)) return false;
    const { ceiling } = facts;
    return !ceiling || findCover(ceiling.permissions, asked) !== undefined || ownRoles.has(assignedRole);
  }

  // A batch grants one permission at a thousand places: what the caller has is narrowed once for all of them.
  const narrow = rememberLast((granted: GrantedPermission, asked: Permission) =>
    withConditionsOf(granted, asked, facts),
  );

  return (granted) => {
    const asked = permissionNamed(granted.permission, facts);
    if (!asked) return false;
    return hasRole(granted, asked) || holdsNow(narrow(granted, asked), granted, context);
  };
}

/** Keeps the last result, for the next permission that differs in place and time alone. */
function rememberLast(make: (granted: GrantedPermission, asked: Permission) => Facts): typeof make {
  let last: { readonly key: string; readonly facts: Facts } | undefined;
  return (granted, asked) => {
    const key = JSON.stringify([granted.permission, granted.conditions]);
    if (last?.key !== key) last = { key, facts: make(granted, asked) };
    return last.facts;
  };
}

/** Whether it is held at this moment, in this place and for as long. Its own conditions do not count here. */
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

/** `<resource>:*` is asked about as if it were one more permission, which only `<resource>:*` gives. */
function permissionNamed(name: string, { model }: Facts): Permission | undefined {
  if (!name.endsWith(":*")) return model.permissions.get(name);
  const resource = model.resources.get(name.slice(0, -2));
  return resource && { name, resource, action: "*", description: {}, patterns: [name] };
}

/** The caller's facts, in which a condition is met only when what is handed out carries it, too. */
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

/** Each part must be carried, and be true now unless only the later use of the permission can tell. */
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
        (isToldByUse(part, permission) || part.condition.evaluate(inputs, budget) === "true"),
    );
    return isMet ? "true" : "false";
  },
});

/** The roles that are held everywhere, always and for ever: by such an assignment, or inherited by one that is. */
async function rolesWithoutLimits(
  assignmentsByPrincipal: readonly PrincipalAssignments[],
  reader: Pick<PermissionReader, "find">,
): Promise<ReadonlySet<string>> {
  const roles = new Set<string>();
  for (const { target, at, expiresAt } of assignmentsByPrincipal.flatMap(({ assignments }) => assignments))
    if (target.role !== undefined && !target.condition && at === undefined && expiresAt === undefined)
      roles.add(target.role);
  // A set that grows while it is walked: each inherited role once.
  for (const name of roles)
    for (const role of (await reader.find("role", name))?.inherits ?? []) roles.add(role);
  return roles;
}
