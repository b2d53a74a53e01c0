import type { Assignment } from "@licet/engine/internal/entities.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { AccessAccount, Application, Secret } from "../../accounts/entities.ts";
import type { Change } from "../change.ts";
import { KINDS } from "../kinds/kinds.ts";
import { lastsLonger } from "../kinds/opening.ts";
import { OWN_RESOURCE } from "../own-names.ts";
import { findWithinCeiling } from "./find-granted-permissions.ts";
import {
  findBefore,
  type GrantedPermission,
  isOwnName,
  isOwnPermission,
  type PermissionReader,
} from "./granted-permission.ts";

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
export function createFindNeededInToken(
  reader: PermissionReader,
  now: EpochSeconds,
): (change: Change) => Promise<readonly string[]> {
  const ofApplication = async (id: string) =>
    ownNames(await reader.permissionsOf(formatPrincipalKey("application", id)), now);
  const ofGroup = async (name: string) => ownNames(await reader.permissionsOfGroup(name), now);
  const ofAccount = async (account: AccessAccount) => ownNames(await findWithinCeiling(account, reader), now);

  /** A permission of Licet at an instance is never needed: deleting the instance removes no permission of Licet. */
  const ofAssignment = async (assignment: Assignment) =>
    assignment.at === undefined ? ownNames(await reader.permissionsOfAssignment(assignment), now) : [];

  async function ofSecret({ owner, expiresAt }: Secret): Promise<readonly string[]> {
    if (isExpired(expiresAt, now)) return [];
    const account = await reader.find("access_account", owner);
    return account ? ofAccount(account) : ofApplication(owner);
  }

  async function ofDelete(change: Change): Promise<readonly string[]> {
    switch (change.kind) {
      case "user":
        return findNeededForUser(change.value.id, reader, now);
      case "application":
        return ofApplication(change.value.id);
      case "access_account":
        return ofAccount(change.value);
      case "group":
        return ofGroup(change.value.name);
      case "role":
        return ownNames(await reader.permissionsOfRole(change.value.name), now);
      case "membership":
        return ofGroup(change.value.group);
      case "assignment":
        return ofAssignment(change.value);
      case "secret":
        return ofSecret(change.value);
      default:
        return [];
    }
  }

  async function ofPut(change: Change): Promise<readonly string[]> {
    switch (change.kind) {
      case "user": {
        const isDisabled = (await findBefore(reader, change))?.enabled && !change.value.enabled;
        return isDisabled ? findNeededForUser(change.value.id, reader, now) : [];
      }
      case "application":
        return ofChangedApplication(change.value, await findBefore(reader, change));
      case "access_account":
        return ofChangedAccount(change.value, await findBefore(reader, change));
      case "assignment": {
        const before = await findBefore(reader, change);
        return endsSooner(change.value, before) ? ofAssignment(before) : [];
      }
      case "secret": {
        const before = await findBefore(reader, change);
        if (endsSooner(change.value, before)) return ofSecret(before);
        if (!KINDS.secret.opens(change.value, before, "itself")) return [];
        const account = await reader.find("access_account", change.value.owner);
        return delegatedBy(await reader.find("application", account?.applicationId ?? change.value.owner));
      }
      default:
        return [];
    }
  }

  async function ofChangedApplication(after: Application, before: Application | undefined) {
    const isDisabled = before?.enabled && !after.enabled;
    const servesMore = after.serves.some((name) => !before?.serves.includes(name));
    return [
      ...(KINDS.application.opens(after, before, "for_users") ? delegatedBy(after) : []),
      ...(servesMore ? [`${OWN_RESOURCE}:resources.write`] : []),
      ...(isDisabled ? await ofApplication(after.id) : []),
    ];
  }

  async function ofChangedAccount(after: AccessAccount, before: AccessAccount | undefined) {
    return [
      // An access account may redeem the codes of its application.
      ...(KINDS.access_account.opens(after, before, "itself")
        ? delegatedBy(await reader.find("application", after.applicationId))
        : []),
      ...(before ? await lostByAccount(after, before) : []),
    ];
  }

  /** The permissions that an access account can use now and would lose. */
  async function lostByAccount(after: AccessAccount, before: AccessAccount): Promise<readonly string[]> {
    const isUsable = ({ enabled, expiresAt }: AccessAccount) => enabled && !isExpired(expiresAt, now);
    if (!isUsable(before)) return [];
    const goesOn = isUsable(after) && !endsSooner(after, before);
    const kept = goesOn ? await ofAccount(after) : [];
    return (await ofAccount(before)).filter((permission) => !kept.includes(permission));
  }

  return async (change) => [...new Set(await (change.op === "put" ? ofPut(change) : ofDelete(change)))];
}

/** The permissions of Licet that a user would lose, at least for a time, by being locked out. */
export const findNeededForUser = async (
  userId: string,
  reader: Pick<PermissionReader, "permissionsOfUser">,
  now: EpochSeconds,
): Promise<readonly string[]> => ownNames(await reader.permissionsOfUser(userId), now);

/** True also for an expiry in the future: an expiry in one second is almost a deletion. */
const endsSooner = <T extends { readonly expiresAt?: EpochSeconds }>(
  after: T,
  before: T | undefined,
): before is T => before !== undefined && lastsLonger(before.expiresAt, after.expiresAt);

const delegatedBy = (application: Application | undefined): readonly string[] =>
  (application?.delegated ?? []).map(({ scope }) => scope).filter(isOwnName);

/** The permissions that have not expired, at any instance and under any condition. */
const ownNames = (permissions: readonly GrantedPermission[], now: EpochSeconds): readonly string[] =>
  permissions
    .filter((granted) => isOwnPermission(granted) && !isExpired(granted.until, now))
    .map(({ permission }) => permission);
