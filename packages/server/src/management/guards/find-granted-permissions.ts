import { isDeepStrictEqual } from "node:util";
import type { AccessAccount, Application, Secret, User } from "../../accounts/entities.ts";
import { isOidcScope } from "../../core/names.ts";
import { formatPrincipalKey } from "../../core/principal-key.ts";
import type { Assignment, Grant, Role } from "../../permissions/entities.ts";
import type { Change } from "../../state/change.ts";
import { isAsNarrow } from "./as-narrow.ts";
import {
  type GrantedPermission,
  isOwnPermission,
  type PermissionReader,
  readsAny,
} from "./granted-permission.ts";
import { addsAddress, lastsLonger, opensAccount, opensCredentials, opensSecret } from "./opened.ts";

/**
 * The permissions that a change gives to a principal, or makes available to its caller.
 *
 * What counts is not only the assignment. A role that grows, a member that joins a group, a secret for an application
 * and a password for a user are other paths to the same permissions, and so is data that conditions read: of users, and
 * of applications by which users come. What is taken away, and what nobody's permissions depend on, grants nothing.
 * Only a role that carries permissions of Licet itself counts with all of these, however it is edited.
 *
 * Not looked at: instances and their attributes. Where an instance hangs is said by the service it belongs to, which
 * as a rule holds none of the permissions itself; `licet:resources.write` is trusted with it.
 */
export async function findGrantedPermissions(
  change: Change,
  reader: PermissionReader,
): Promise<readonly GrantedPermission[]> {
  if (change.op === "delete") return [];
  switch (change.kind) {
    case "assignment":
      return ofAssignment(change.value, await reader.find("assignment", change.value.id), reader);
    case "role":
      return ofRole(change.value, await reader.find("role", change.value.name), reader);
    case "membership":
      return reader.permissionsOfGroup(change.value.group);
    case "secret":
      return ofSecret(change.value, await reader.find("secret", change.value.id), reader);
    case "access_account":
      return ofAccessAccount(
        change.value,
        await reader.find("access_account", change.value.accessKey),
        reader,
      );
    case "application":
      return ofApplication(change.value, await reader.find("application", change.value.id), reader);
    case "user":
      return ofUser(change.value, await reader.find("user", change.value.id), reader);
    case "resource":
    case "permission":
    case "group":
    case "instance":
      return [];
  }
}

/** Of an assignment that is there already only its end can change; to end sooner gives nothing. */
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
  if (!opensSecret(after, before)) return [];
  const account = await reader.find("access_account", after.owner);
  return account
    ? withinCeiling(account, reader)
    : reader.permissionsOf(formatPrincipalKey("application", after.owner));
}

async function ofAccessAccount(
  after: AccessAccount,
  before: AccessAccount | undefined,
  reader: PermissionReader,
) {
  const opened = opensAccount(after, before) ? await withinCeiling(after, reader) : [];
  // Conditions see its access key as `client.id`.
  return before ? opened : [...opened, ...(await reader.permissionsReadingClient(["id"]))];
}

/**
 * An access account has its application's permissions as far as its ceiling lets through, or as its own assignments do.
 */
export async function withinCeiling(
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
  return opensCredentials(after, before)
    ? [...reachable, ...(await reader.permissionsOf(formatPrincipalKey("application", after.id)))]
    : reachable;
}

/**
 * The permissions that depend on the registration of the application: those of any principal whose condition reads it
 * as `client`, and its own whose condition reads it as `subject`. Assignments to a name from before the name is taken
 * belong to the name.
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
 * The permissions that users would delegate without being asked: a first-party application skips the consent page. A
 * caller that adds such a scope, or a redirect URI, needs only wait until an administrator signs in.
 */
function reachableWithoutConsent(after: Application, before: Application | undefined): readonly string[] {
  const unasked = ({ delegated, firstParty }: Application) =>
    delegated
      .filter(({ scope, consent }) => !isOidcScope(scope) && (firstParty || consent === "implicit"))
      .map(({ scope }) => scope);
  const known = before && !addsAddress(after, before) ? unasked(before) : [];
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
  // A caller that may create a user has what every user has, but not what depends on the user's description.
  const shared = described.length === 0 ? [] : await reader.permissionsOf("user:*");
  return [...own, ...shared.filter((granted) => readsAny(granted, "subject", described))];
}

/** The changed members that conditions see as `subject`. */
function changedDescription(after: User, before: User | undefined): readonly string[] {
  const members = { name: "username", email: "email", attributes: "attributes" } as const;
  const nothing: Partial<User> = { attributes: {} };
  return Object.entries(members)
    .filter(([, member]) => !isDeepStrictEqual(after[member], (before ?? nothing)[member]))
    .map(([name]) => name);
}

const conditionsOf = (when: string | undefined): readonly string[] => (when === undefined ? [] : [when]);

const everywhere = (permission: string): GrantedPermission => ({ permission, conditions: [] });
