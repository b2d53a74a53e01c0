import type { Condition } from "../../permissions/conditions/condition.ts";
import { decide, findCover, type Question } from "../../permissions/decide.ts";
import type { Facts } from "../../permissions/facts.ts";
import type { Holding } from "../../permissions/holding.ts";
import type { Permission, RoleGrant } from "../../permissions/model.ts";
import { findConjuncts, formsOf, isToldByUse } from "./as-narrow.ts";
import type { Right, RightsReader } from "./right.ts";

/** Whether the caller holds a right at least as broadly as it hands it out. Asked of the engine. */
export type HoldsAsBroadly = (right: Right) => boolean;

export async function createHoldsAsBroadly(
  facts: Facts,
  context: Question["context"],
  reader: Pick<RightsReader, "find">,
): Promise<HoldsAsBroadly> {
  const roles = await rolesWithoutLimits(facts.holdings, reader);
  const ownRoles = await rolesWithoutLimits(facts.ceiling?.holdings ?? [], reader);

  /** By having the whole role: whatever it gives, under whatever conditions, the caller has alike. */
  function hasRole({ assignedRole }: Right, asked: Permission): boolean {
    if (assignedRole === undefined || !roles.has(assignedRole)) return false;
    const { ceiling } = facts;
    return !ceiling || findCover(ceiling.permissions, asked) !== undefined || ownRoles.has(assignedRole);
  }

  // A batch hands out one right at a thousand places: what the caller has is narrowed once for all of them.
  const narrow = rememberLast((right: Right, asked: Permission) => withConditionsOf(right, asked, facts));

  return (right) => {
    const asked = permissionNamed(right.permission, facts);
    if (!asked) return false;
    return hasRole(right, asked) || holdsNow(narrow(right, asked), right, context);
  };
}

/** What was made last, for the next right that differs in place and time alone. */
function rememberLast(make: (right: Right, asked: Permission) => Facts): typeof make {
  let last: { readonly key: string; readonly facts: Facts } | undefined;
  return (right, asked) => {
    const key = JSON.stringify([right.permission, right.conditions]);
    if (last?.key !== key) last = { key, facts: make(right, asked) };
    return last.facts;
  };
}

/** Whether it is held at this moment, in this place and for as long. The right's own conditions do not count here. */
export function holdsNow(
  facts: Facts,
  { permission, at, until }: Right,
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
function withConditionsOf({ permission, conditions }: Right, asked: Permission, facts: Facts): Facts {
  const carried = formsOf(conditions);
  const narrow = <T extends { readonly condition?: Condition | undefined }>(holder: T): T =>
    holder.condition
      ? { ...holder, condition: carriedCondition(holder.condition, carried, permission) }
      : holder;
  const narrowAll = (holdings: readonly Holding[]): readonly Holding[] =>
    holdings.map(({ principal, gifts }) => ({
      principal,
      gifts: gifts.map((gift) => ({ ...gift, target: narrow(gift.target) })),
    }));
  const { model, ceiling } = facts;
  const grants = new Map(
    Array.from(model.grantsOf(asked), ([role, ways]): [string, readonly RoleGrant[]] => [
      role,
      ways.map(narrow),
    ]),
  );
  return {
    ...facts,
    model: { ...model, grantsOf: () => grants },
    holdings: narrowAll(facts.holdings),
    ceiling: ceiling && { ...ceiling, holdings: narrowAll(ceiling.holdings) },
  };
}

/** Each part must be carried, and be true now unless only the later use of the right can tell. */
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
  holdings: readonly Holding[],
  reader: Pick<RightsReader, "find">,
): Promise<ReadonlySet<string>> {
  const roles = new Set<string>();
  for (const { target, at, expiresAt } of holdings.flatMap(({ gifts }) => gifts))
    if (target.role !== undefined && !target.condition && at === undefined && expiresAt === undefined)
      roles.add(target.role);
  // A set that grows while it is walked: each inherited role once.
  for (const name of roles)
    for (const role of (await reader.find("role", name))?.inherits ?? []) roles.add(role);
  return roles;
}
