import { isDeepStrictEqual } from "node:util";
import type { Assignment, Grant, Role } from "@licet/engine/internal/entities.ts";
import { isOidcScope } from "@licet/engine/internal/values/names.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { AccessAccount, Application, Secret, User } from "../../accounts/entities.ts";
import type { Change } from "../change.ts";
import { addsRedirectUri } from "../kinds/application.ts";
import { type GrantingKind, KINDS } from "../kinds/kinds.ts";
import { lastsLonger } from "../kinds/opening.ts";
import { isAsNarrow } from "./as-narrow.ts";
import {
  conditionsOf,
  findBefore,
  type GrantedPermission,
  isOwnPermission,
  type PermissionReader,
  readsAny,
} from "./granted-permission.ts";

/**
 * The permissions that a change gives to a principal, or makes available to its caller.
 *
 * Assignments are not the only path to a permission. Others are a role that gets more grants, a new group member, a
 * secret for an application, a password for a user, and data that conditions read: of users, and of the applications
 * that users sign in with. A removal grants nothing, and neither does data on which no permission depends. Any edit of
 * a role with permissions of Licet itself counts as granting all of these.
 *
 * Instances and their attributes are not checked. The service that owns an instance sets its parent, and usually holds
 * none of the permissions itself; `licet:resources.write` is trusted with it.
 */
export async function findGrantedPermissions(
  change: Change,
  reader: PermissionReader,
): Promise<readonly GrantedPermission[]> {
  if (change.op === "delete" || !canGrant(change)) return [];
  switch (change.kind) {
    case "assignment":
      return ofAssignment(change.value, await findBefore(reader, change), reader);
    case "role":
      return ofRole(change.value, await findBefore(reader, change), reader);
    case "membership":
      return reader.permissionsOfGroup(change.value.group);
    case "secret":
      return ofSecret(change.value, await findBefore(reader, change), reader);
    case "access_account":
      return ofAccessAccount(change.value, await findBefore(reader, change), reader);
    case "application":
      return ofApplication(change.value, await findBefore(reader, change), reader);
    case "user":
      return ofUser(change.value, await findBefore(reader, change), reader);
  }
}

const canGrant = (change: Change): change is Change & { readonly kind: GrantingKind } =>
  KINDS[change.kind].grants === true;

/** Only the expiry of an existing assignment can change; an earlier expiry grants nothing. */
async function ofAssignment(after: Assignment, before: Assignment | undefined, reader: PermissionReader) {
  if (before && !lastsLonger(after.expiresAt, before.expiresAt)) return [];
  const { role: assignedRole } = after;
  const permissions = await reader.permissionsOfAssignment(after);
  return assignedRole === undefined
    ? permissions
    : permissions.map((granted) => ({ ...granted, assignedRole }));
}

async function ofRole(after: Role, before: Role | undefined, reader: PermissionReader) {
  const gave = (grant: Grant) =>
    before?.grants.some(
      ({ permission, when }) =>
        permission === grant.permission && isAsNarrow(conditionsOf(grant.when), conditionsOf(when)),
    );
  const granted = after.grants
    .filter((grant) => !gave(grant))
    .map(({ permission, when }) => ({ permission, conditions: conditionsOf(when) }));
  const inherited = after.inherits.filter((name) => !before?.inherits.includes(name));
  // Administrators depend on such a role: a caller that could not have created it must not change it.
  const carried = before ? (await reader.permissionsOfRole(before.name)).filter(isOwnPermission) : [];
  return [...granted, ...carried, ...(await Promise.all(inherited.map(reader.permissionsOfRole))).flat()];
}

/** A holder of a secret can act as its owner. */
async function ofSecret(after: Secret, before: Secret | undefined, reader: PermissionReader) {
  if (!KINDS.secret.opens(after, before, "itself")) return [];
  const account = await reader.find("access_account", after.owner);
  return account
    ? findWithinCeiling(account, reader)
    : reader.permissionsOf(formatPrincipalKey("application", after.owner));
}

async function ofAccessAccount(
  after: AccessAccount,
  before: AccessAccount | undefined,
  reader: PermissionReader,
) {
  const opened = KINDS.access_account.opens(after, before, "itself")
    ? await findWithinCeiling(after, reader)
    : [];
  // Conditions read its access key as `client.id`.
  return before ? opened : [...opened, ...(await reader.permissionsReadingClient(["id"]))];
}

/** An access account has its application's permissions as far as its ceiling or its own assignments allow. */
export async function findWithinCeiling(
  { accessKey, applicationId, ceiling }: AccessAccount,
  reader: PermissionReader,
) {
  const permissions = await reader.permissionsOf(formatPrincipalKey("application", applicationId));
  if (ceiling === undefined) return permissions;
  const own = (await reader.permissionsOf(formatPrincipalKey("access_account", accessKey))).map(
    ({ permission }) => permission,
  );
  const open = [...ceiling, ...own];
  return permissions.flatMap((granted) =>
    open
      .flatMap((pattern) => narrower(pattern, granted.permission))
      .map((permission) => ({ ...granted, permission })),
  );
}

/** The intersection: of `orders:*` and `orders:read` it is `orders:read`. */
function narrower(one: string, other: string): readonly string[] {
  if (one === other || isWithin(one, other)) return [one];
  return isWithin(other, one) ? [other] : [];
}
const isWithin = (permission: string, pattern: string): boolean =>
  pattern.endsWith(":*") && permission.startsWith(pattern.slice(0, -1));

async function ofApplication(
  after: Application,
  before: Application | undefined,
  reader: PermissionReader,
): Promise<readonly GrantedPermission[]> {
  const reachable = [
    ...reachableWithoutConsent(after, before).map(everywhere),
    ...(await permissionsByDescription(after, before, reader)),
  ];
  if (!before) return reachable;
  return KINDS.application.opens(after, before, "itself")
    ? [...reachable, ...(await reader.permissionsOf(formatPrincipalKey("application", after.id)))]
    : reachable;
}

/**
 * The permissions that depend on the registration of the application: those of any principal whose condition reads it
 * as `client`, and its own whose condition reads it as `subject`. Assignments from before the application
 * existed belong to its name.
 */
async function permissionsByDescription(
  after: Application,
  before: Application | undefined,
  reader: PermissionReader,
): Promise<readonly GrantedPermission[]> {
  const described = before
    ? (["name", "type"] as const).filter((member) => after[member] !== before[member])
    : ["id", "application", "name", "type"];
  if (described.length === 0) return [];
  const own = await reader.permissionsOf(formatPrincipalKey("application", after.id));
  const isRenamed = before !== undefined && after.name !== before.name;
  return [
    ...own.filter((granted) => !before || (isRenamed && readsAny(granted, "subject", ["name"]))),
    ...(await reader.permissionsReadingClient(described)),
  ];
}

/**
 * The permissions that users would delegate without consent: a first-party application skips the consent page. A caller
 * that adds such a scope, or a redirect URI, only has to wait until an administrator signs in.
 */
function reachableWithoutConsent(after: Application, before: Application | undefined): readonly string[] {
  const unasked = ({ delegated, firstParty }: Application) =>
    delegated
      .filter(({ scope, consent }) => !isOidcScope(scope) && (firstParty || consent === "implicit"))
      .map(({ scope }) => scope);
  const known = before && !addsRedirectUri(after, before) ? unasked(before) : [];
  return unasked(after).filter((scope) => !known.includes(scope));
}

async function ofUser(
  after: User,
  before: User | undefined,
  reader: PermissionReader,
): Promise<readonly GrantedPermission[]> {
  const described = changedDescription(after, before);
  const opened =
    before !== undefined &&
    (after.passwordHash !== before.passwordHash || (after.enabled && !before.enabled));
  const own = opened || (before && described.length > 0) ? await reader.permissionsOfUser(after.id) : [];
  // A caller that may create a user has the permissions of every user, but not those that depend on the user's
  // attributes.
  const shared = described.length === 0 ? [] : await reader.permissionsOf("user:*");
  return [...own, ...shared.filter((granted) => readsAny(granted, "subject", described))];
}

/** The changed members that conditions read as `subject`. */
function changedDescription(after: User, before: User | undefined): readonly string[] {
  const members = { name: "username", email: "email", attributes: "attributes" } as const;
  const nothing: Partial<User> = { attributes: {} };
  return Object.entries(members)
    .filter(([, member]) => !isDeepStrictEqual(after[member], (before ?? nothing)[member]))
    .map(([name]) => name);
}

const everywhere = (permission: string): GrantedPermission => ({ permission, conditions: [] });
