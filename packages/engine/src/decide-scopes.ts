import type { CompiledAssignment } from "./compiled-assignment.ts";
import { createWorkMeter, DECISION_WORK, type WorkMeter } from "./conditions/evaluate/work.ts";
import { type Context, type Decision, type DenialReason, decide, type GrantPath } from "./decide.ts";
import type { InstanceKey, Resource } from "./entities.ts";
import type { Facts } from "./facts.ts";
import type { Permission } from "./model.ts";
import { isOwnResource, OWN_RESOURCE } from "./own-resource.ts";
import type { RefusalReason } from "./refusal.ts";
import { TooMuchWorkError } from "./values/invalid-input-error.ts";
import { type ScopeItem, writeScopeItem } from "./values/scope.ts";
import { type EpochSeconds, isExpired } from "./values/time.ts";

export interface ScopeRequest {
  readonly items: readonly ScopeItem[];
  /** RFC 8707: only permissions of these resources count. Absent: all of them. */
  readonly resources?: readonly Resource[];
  /**
   * All items requested for the same token. Absent: `items`. Empty when several tokens may follow, as when a user
   * consents: then no item is refused because of another item in its token.
   */
  readonly requestedTogether?: readonly ScopeItem[];
  readonly context: Context;
  /** Given when an application acts for a user. Without it, identity scopes are refused. */
  readonly delegation?: DelegationLimits;
}

/** The limits of a delegated item beside the user's own permission. */
export interface DelegationLimits {
  /** Why the application may not ask for it on behalf of users; undefined when it may. */
  blockedBy(permission: Permission): "client_not_allowed" | "key_ceiling" | undefined;
  /** Did the user agree to it? */
  agreed(scope: string): boolean;
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
  /** Absent for the items of OpenID Connect: they are about the user, who agreed, and no permission. */
  readonly held?: { readonly permission: Permission; readonly via: GrantPath };
}

export interface RefusedScope {
  readonly scope: string;
  readonly reason: RefusalReason;
}

/**
 * The work that the conditions behind all scopes of one request may cost, in one go: a tenth of a second. Each scope
 * is decided as a check would be, with the whole budget of a decision, so that the two never disagree; a request that
 * needs more than this in total is refused as a whole.
 */
const SCOPES_WORK = 5 * DECISION_WORK;

/**
 * Which of the requested scopes does this subject get? Pure: `decide` decides about each item. Throws TooMuchWorkError
 * when that takes more work than one request may cost; the meter counts the work.
 */
export function decideScopes(
  facts: Facts,
  request: ScopeRequest,
  meter: WorkMeter = createWorkMeter(),
): ScopeDecision {
  const granted = new Map<string, GrantedScope>();
  const refused = new Map<string, RefusalReason>();
  const resources = new Set<Resource>();
  let expiresAt: EpochSeconds | undefined;
  const limit = meter.spent + SCOPES_WORK;
  const isMixed = mixesOwnPermissions(facts, request);

  const grant = (permission: Permission, instance: string | undefined, decision: Allowed) => {
    const scope = writeScopeItem(permission.name, instance);
    granted.set(scope, { scope, held: { permission, via: decision.via } });
    if (permission.resource) resources.add(permission.resource);
    if (decision.expiresAt !== undefined)
      expiresAt = Math.min(expiresAt ?? Number.POSITIVE_INFINITY, decision.expiresAt);
  };

  for (const item of request.items) {
    const outside = refuseWithoutDecision(item, facts, request, isMixed);
    if (outside) {
      refused.set(item.text, outside);
      continue;
    }
    if (item.kind === "oidc") {
      granted.set(item.text, { scope: item.text });
      continue;
    }
    let reason: ItemRefusal | undefined = "not_granted";
    for (const permission of permissionsNamed(item, facts)) {
      const decision = decideItem(facts, permission, item, request, meter);
      if (meter.spent > limit) throw new TooMuchWorkError();
      if (decision.allowed) grant(permission, instanceOf(item), decision);
      reason = decision.allowed ? undefined : reason && nearerRefusal(reason, decision.reason);
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

/**
 * Whether permissions of Licet's own API are requested together with others, of another resource or of none. Decided on
 * what is requested, so that a token does not change its audience when a permission is granted or revoked. An item that
 * is not in the catalogue, or not of the named resources, does not count.
 */
function mixesOwnPermissions(
  facts: Facts,
  { items, requestedTogether = items, resources }: ScopeRequest,
): boolean {
  const isOwn = (item: ScopeItem) => "resource" in item && item.resource === OWN_RESOURCE;
  if (!requestedTogether.some(isOwn)) return false;
  return requestedTogether.some((item) => {
    const named = isOwn(item) ? undefined : permissionsNamed(item, facts)[0];
    return named !== undefined && isOf(resources, named);
  });
}

const isOf = (resources: readonly Resource[] | undefined, { resource }: Permission): boolean =>
  resources === undefined || (resource !== undefined && resources.includes(resource));

/** The refusals that need no decision: the item names no permission, or none that this request could grant. */
function refuseWithoutDecision(
  item: ScopeItem,
  facts: Facts,
  { resources, delegation }: ScopeRequest,
  isMixed: boolean,
): RefusalReason | undefined {
  if (item.kind === "oidc") {
    // There is no user whose identity they could be about (OpenID Connect Core §11, RFC 6749 §4.4.3).
    if (!delegation) return "not_for_this_grant";
    return delegation.agreed(item.text) ? undefined : "user_declined";
  }
  const named = permissionsNamed(item, facts)[0];
  if (!named) return "unknown_scope";
  if (!isOf(resources, named)) return "wrong_resource";
  return isMixed && isOwnResource(named.resource) ? "needs_own_token" : undefined;
}

const NOTHING: readonly Permission[] = [];

/** The permissions that an item names. */
export function permissionsNamed(item: ScopeItem, { model }: Facts): readonly Permission[] {
  if (item.kind === "every-action") return model.permissionsOf(item.resource);
  const permission = item.kind === "permission" ? model.permissions.get(item.permission) : undefined;
  return permission ? [permission] : NOTHING;
}

const instanceOf = (item: ScopeItem): string | undefined =>
  item.kind === "permission" || item.kind === "every-action" ? item.instance : undefined;

type ItemRefusal = DenialReason | "client_not_allowed" | "user_declined";
type ItemDecision = Allowed | { readonly allowed: false; readonly reason: ItemRefusal };

function decideItem(
  facts: Facts,
  permission: Permission,
  item: ScopeItem,
  { context, delegation }: ScopeRequest,
  meter: WorkMeter,
): ItemDecision {
  const blockedBy = delegation?.blockedBy(permission);
  if (blockedBy) return { allowed: false, reason: blockedBy };
  const key = findInstanceKey(item);
  const instance = key === undefined ? undefined : facts.instances.get(key);
  const question = instance ? { permission, instance, context } : { permission, context };
  const decision = decide(facts, question, meter);
  const declined =
    decision.allowed && delegation?.agreed(writeScopeItem(permission.name, instanceOf(item))) === false;
  return declined ? { allowed: false, reason: "user_declined" } : decision;
}

/** The instance an item is about, so that its facts can be gathered before deciding. */
export function findInstanceKey(item: ScopeItem): InstanceKey | undefined {
  if (item.kind !== "permission" && item.kind !== "every-action") return undefined;
  return item.instance === undefined ? undefined : `${item.resource}/${item.instance}`;
}

const BY_NEARNESS: readonly ItemRefusal[] = [
  "not_granted",
  "client_not_allowed",
  "key_ceiling",
  "condition_failed",
  "condition_missing_data",
  "user_declined",
];

/** Of the reasons why no action of a `*` item was granted, the one that is nearest to a grant. */
const nearerRefusal = (one: ItemRefusal, other: ItemRefusal): ItemRefusal =>
  BY_NEARNESS.indexOf(other) > BY_NEARNESS.indexOf(one) ? other : one;

/** Whether an assignment of the subject could give a permission of the resource. */
export function holdsAnythingOf(
  { assignmentsByPrincipal, model }: Facts,
  resource: Resource,
  now: EpochSeconds,
): boolean {
  const permissions = model.permissionsOf(resource.name);
  const isOfResource = ({ target }: CompiledAssignment): boolean => {
    const { role, permission } = target;
    if (role === undefined) return permission?.startsWith(`${resource.name}:`) ?? false;
    return permissions.some((named) => model.grantsOf(named).has(role));
  };
  return assignmentsByPrincipal.some(({ assignments }) =>
    assignments.some((assignment) => !isExpired(assignment.expiresAt, now) && isOfResource(assignment)),
  );
}
