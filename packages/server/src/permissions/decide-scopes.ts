import { type ScopeItem, writeScopeItem } from "../core/scope.ts";
import { type EpochSeconds, isExpired } from "../core/time.ts";
import { type Context, type Decision, type DenialReason, decide, type Path } from "./decide.ts";
import type { InstanceKey, Resource } from "./entities.ts";
import type { Facts } from "./facts.ts";
import type { Gift } from "./holding.ts";
import type { Permission } from "./model.ts";
import type { RefusalReason } from "./refusal.ts";

export interface ScopeRequest {
  readonly items: readonly ScopeItem[];
  /** RFC 8707: only permissions of these resources count. Absent: all of them. */
  readonly resources?: readonly Resource[];
  readonly context: Context;
}

export interface ScopeDecision {
  /** The revision of the permission data that decided. */
  readonly revision: number;
  /** In the order asked; `*` items stand here expanded. */
  readonly granted: readonly GrantedScope[];
  /** In the order asked. Together with `granted` exactly what was asked for. */
  readonly refused: readonly RefusedScope[];
  /** The resources whose permissions were granted, each once. */
  readonly resources: readonly Resource[];
  /** The earliest end among the assignments that the granted scopes rest on. */
  readonly expiresAt?: EpochSeconds;
}

export interface GrantedScope {
  readonly scope: string;
  readonly permission: Permission;
  readonly via: Path;
}

export interface RefusedScope {
  readonly scope: string;
  readonly reason: RefusalReason;
}

/** Which of the requested scopes does this subject get? Pure, and made of nothing but `decide`. */
export function decideScopes(facts: Facts, request: ScopeRequest): ScopeDecision {
  const granted = new Map<string, GrantedScope>();
  const refused = new Map<string, RefusalReason>();
  const resources = new Set<Resource>();
  let expiresAt: EpochSeconds | undefined;

  const grant = (permission: Permission, instance: string | undefined, decision: Allowed) => {
    const scope = writeScopeItem(permission.name, instance);
    granted.set(scope, { scope, permission, via: decision.via });
    if (permission.resource) resources.add(permission.resource);
    if (decision.expiresAt !== undefined)
      expiresAt = Math.min(expiresAt ?? Number.POSITIVE_INFINITY, decision.expiresAt);
  };

  for (const item of request.items) {
    const outside = refusedUnasked(item, facts, request);
    if (outside) {
      refused.set(item.text, outside);
      continue;
    }
    let reason: DenialReason | undefined = "not_granted";
    for (const permission of permissionsNamed(item, facts)) {
      const decision = decideItem(facts, permission, item, request.context);
      if (decision.allowed) grant(permission, instanceOf(item), decision);
      reason = decision.allowed ? undefined : reason && moreTelling(reason, decision.reason);
    }
    // One granted action is enough for a `*` item: it asked for every action that is granted.
    if (reason !== undefined) refused.set(item.text, reason);
  }

  return {
    revision: facts.revision,
    granted: [...granted.values()],
    refused: Array.from(refused, ([scope, reason]) => ({ scope, reason })),
    resources: [...resources],
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

type Allowed = Extract<Decision, { allowed: true }>;

/** The refusals that need no decision: the item names nothing, or nothing that this request could give. */
function refusedUnasked(
  item: ScopeItem,
  facts: Facts,
  { resources }: ScopeRequest,
): RefusalReason | undefined {
  // There is no user whose identity these could speak of (OpenID Connect Core §11, RFC 6749 §4.4.3).
  if (item.kind === "oidc") return "not_for_this_grant";
  const named = permissionsNamed(item, facts)[0];
  if (!named) return "unknown_scope";
  if (resources && (!named.resource || !resources.includes(named.resource))) return "wrong_resource";
  return undefined;
}

const NOTHING: readonly Permission[] = [];

/** What an item asks about. */
export function permissionsNamed(item: ScopeItem, { model }: Facts): readonly Permission[] {
  if (item.kind === "every-action") return model.permissionsOf(item.resource);
  const permission = item.kind === "permission" ? model.permissions.get(item.permission) : undefined;
  return permission ? [permission] : NOTHING;
}

const instanceOf = (item: ScopeItem): string | undefined =>
  item.kind === "permission" || item.kind === "every-action" ? item.instance : undefined;

function decideItem(facts: Facts, permission: Permission, item: ScopeItem, context: Context): Decision {
  const key = instanceKeyOf(item);
  const instance = key === undefined ? undefined : facts.instances.get(key);
  return decide(facts, instance ? { permission, instance, context } : { permission, context });
}

/** The instance an item is about, so that its facts can be gathered before deciding. */
export function instanceKeyOf(item: ScopeItem): InstanceKey | undefined {
  if (item.kind !== "permission" && item.kind !== "every-action") return undefined;
  return item.instance === undefined ? undefined : `${item.resource}/${item.instance}`;
}

const TELLING: readonly DenialReason[] = [
  "not_granted",
  "key_ceiling",
  "condition_failed",
  "condition_missing_data",
];

/** Of the reasons why no action of a `*` item was granted, the one that came nearest to a grant. */
const moreTelling = (one: DenialReason, other: DenialReason): DenialReason =>
  TELLING.indexOf(other) > TELLING.indexOf(one) ? other : one;

/** Whether the subject has any business with a resource: some assignment that could give one of its permissions. */
export function holdsAnythingOf({ holdings, model }: Facts, resource: Resource, now: EpochSeconds): boolean {
  const permissions = model.permissionsOf(resource.name);
  const isOfResource = ({ target }: Gift): boolean => {
    const { role, permission } = target;
    if (role === undefined) return permission?.startsWith(`${resource.name}:`) ?? false;
    return permissions.some((named) => model.grantsOf(named).has(role));
  };
  return holdings.some(({ gifts }) =>
    gifts.some((gift) => !isExpired(gift.expiresAt, now) && isOfResource(gift)),
  );
}
