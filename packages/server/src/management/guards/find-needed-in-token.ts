import type { Assignment } from "@licet/engine/entities.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import { type EpochSeconds, isExpired } from "@licet/engine/values/time.ts";
import type { AccessAccount, Application, Secret } from "../../accounts/entities.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { lastsLonger } from "../../directory/kinds/opening.ts";
import type { Change } from "../../state/change.ts";
import { OWN_RESOURCE } from "../../state/own-names.ts";
import { findWithinCeiling } from "./find-granted-permissions.ts";
import { type GrantedPermission, isOwnPermission, type PermissionReader } from "./granted-permission.ts";

/**
 * The permissions of Licet itself that a change affects without granting them: the token must carry them.
 *
 * - The permissions that an application may ask users for, when another party could receive them by the change.
 *   Administrators are among the users. For permissions of other resources, the new consent of users is enough.
 * - The permissions of a principal that is disabled or deleted, or of a role: a caller that could not have appointed
 *   administrators must not lock them out. The same applies to every other way to lock them out: their assignment or
 *   membership, their secret, the ceiling or the expiry of their access account. For sessions see `check-ending.ts`.
 * - The permission to change resources, when an application becomes a server of one: it may then introspect its tokens.
 */
export async function findNeededInToken(
  change: Change,
  reader: PermissionReader,
  now: EpochSeconds,
): Promise<readonly string[]> {
  const needed = change.op === "put" ? await ofPut(change, reader, now) : await ofDelete(change, reader, now);
  return [...new Set(needed)];
}

/** The permissions of Licet that a user would lose, at least for a time, by being locked out. */
export const findNeededForUser = async (
  userId: string,
  reader: Pick<PermissionReader, "permissionsOfUser">,
  now: EpochSeconds,
): Promise<readonly string[]> => ownNames(await reader.permissionsOfUser(userId), now);

async function ofDelete(
  change: Change,
  reader: PermissionReader,
  now: EpochSeconds,
): Promise<readonly string[]> {
  switch (change.kind) {
    case "user":
      return findNeededForUser(change.value.id, reader, now);
    case "application":
      return ownNames(await reader.permissionsOf(formatPrincipalKey("application", change.value.id)), now);
    case "access_account":
      return ofAccount(change.value, reader, now);
    case "group":
      return ownNames(await reader.permissionsOfGroup(change.value.name), now);
    case "role":
      return ownNames(await reader.permissionsOfRole(change.value.name), now);
    case "membership":
      return ownNames(await reader.permissionsOfGroup(change.value.group), now);
    case "assignment":
      return ofEndedAssignment(change.value, reader, now);
    case "secret":
      return ofEndedSecret(change.value, reader, now);
    default:
      return [];
  }
}

async function ofPut(
  change: Change,
  reader: PermissionReader,
  now: EpochSeconds,
): Promise<readonly string[]> {
  switch (change.kind) {
    case "user": {
      const before = await reader.find("user", change.value.id);
      const isDisabled = before?.enabled && !change.value.enabled;
      return isDisabled ? findNeededForUser(change.value.id, reader, now) : [];
    }
    case "application":
      return ofApplication(change.value, await reader.find("application", change.value.id), reader, now);
    case "access_account":
      return ofAccessAccount(
        change.value,
        await reader.find("access_account", change.value.accessKey),
        reader,
        now,
      );
    case "assignment": {
      const before = await reader.find("assignment", change.value.id);
      return endsSooner(change.value, before) ? ofEndedAssignment(before, reader, now) : [];
    }
    case "secret": {
      const before = await reader.find("secret", change.value.id);
      if (endsSooner(change.value, before)) return ofEndedSecret(before, reader, now);
      if (!KINDS.secret.opens(change.value, before, "itself")) return [];
      const account = await reader.find("access_account", change.value.owner);
      return delegatedBy(await reader.find("application", account?.applicationId ?? change.value.owner));
    }
    default:
      return [];
  }
}

/** A permission of Licet at an instance is never needed: deleting the instance removes no permission of Licet. */
const ofEndedAssignment = async (assignment: Assignment, reader: PermissionReader, now: EpochSeconds) =>
  assignment.at === undefined ? ownNames(await reader.permissionsOfAssignment(assignment), now) : [];

async function ofEndedSecret({ owner, expiresAt }: Secret, reader: PermissionReader, now: EpochSeconds) {
  if (isExpired(expiresAt, now)) return [];
  const account = await reader.find("access_account", owner);
  return account
    ? ofAccount(account, reader, now)
    : ownNames(await reader.permissionsOf(formatPrincipalKey("application", owner)), now);
}

/** True also for an expiry in the future: an expiry in one second is almost a deletion. */
const endsSooner = <T extends { readonly expiresAt?: EpochSeconds }>(
  after: T,
  before: T | undefined,
): before is T => before !== undefined && lastsLonger(before.expiresAt, after.expiresAt);

async function ofApplication(
  after: Application,
  before: Application | undefined,
  reader: PermissionReader,
  now: EpochSeconds,
): Promise<readonly string[]> {
  const isDisabled = before?.enabled && !after.enabled;
  const servesMore = after.serves.some((name) => !before?.serves.includes(name));
  return [
    ...(KINDS.application.opens(after, before, "for_users") ? delegatedBy(after) : []),
    ...(servesMore ? [`${OWN_RESOURCE}:resources.write`] : []),
    ...(isDisabled
      ? ownNames(await reader.permissionsOf(formatPrincipalKey("application", after.id)), now)
      : []),
  ];
}

async function ofAccessAccount(
  after: AccessAccount,
  before: AccessAccount | undefined,
  reader: PermissionReader,
  now: EpochSeconds,
): Promise<readonly string[]> {
  return [
    // An access account may redeem the codes of its application.
    ...(KINDS.access_account.opens(after, before, "itself")
      ? delegatedBy(await reader.find("application", after.applicationId))
      : []),
    ...(before ? await lostByAccount(after, before, reader, now) : []),
  ];
}

/** The permissions that an access account can use now and would lose. */
async function lostByAccount(
  after: AccessAccount,
  before: AccessAccount,
  reader: PermissionReader,
  now: EpochSeconds,
): Promise<readonly string[]> {
  const isUsable = ({ enabled, expiresAt }: AccessAccount) => enabled && !isExpired(expiresAt, now);
  if (!isUsable(before)) return [];
  const goesOn = isUsable(after) && !endsSooner(after, before);
  const kept = goesOn ? await ofAccount(after, reader, now) : [];
  return (await ofAccount(before, reader, now)).filter((permission) => !kept.includes(permission));
}

const ofAccount = async (account: AccessAccount, reader: PermissionReader, now: EpochSeconds) =>
  ownNames(await findWithinCeiling(account, reader), now);

const delegatedBy = (application: Application | undefined): readonly string[] =>
  (application?.delegated ?? []).map(({ scope }) => scope).filter((permission) => isOwn(permission));

/** The permissions that have not expired, at any instance and under any condition. */
const ownNames = (permissions: readonly GrantedPermission[], now: EpochSeconds): readonly string[] =>
  permissions
    .filter((granted) => isOwnPermission(granted) && !isExpired(granted.until, now))
    .map(({ permission }) => permission);

const isOwn = (permission: string): boolean => isOwnPermission({ permission, conditions: [] });
