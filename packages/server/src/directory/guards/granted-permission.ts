import {
  doesRead,
  type InputRoot,
  readsOfSource,
} from "@licet/engine/internal/conditions/condition-reads.ts";
import type { Assignment, Grant, InstanceKey } from "@licet/engine/internal/entities.ts";
import { formatPrincipalKey, principalId } from "@licet/engine/internal/values/principal-key.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Entities, EntityKind, PutChange } from "../change.ts";
import type { DirectoryStore } from "../directory-store.ts";
import { kindOf } from "../kinds/kinds.ts";
import { OWN_RESOURCE } from "../own-names.ts";
import type { StateStore } from "../stores.ts";
import { readAll } from "../write/read-all.ts";
import { followAll, listDirectGroups } from "./follow.ts";

/** A permission in the form of an assignment or a grant. */
export interface GrantedPermission {
  /** A permission, or `<resource>:*`. */
  readonly permission: string;
  /** The permission applies at this instance and everything below it; absent: everywhere. */
  readonly at?: InstanceKey;
  /** The expiry; absent: none. */
  readonly until?: EpochSeconds;
  /** The permission applies while all of these are met. */
  readonly conditions: readonly string[];
  /** The permission comes with this role, which is assigned as a whole. */
  readonly assignedRole?: string;
}

/** A permission of Licet itself can lead to all other permissions. */
export const isOwnPermission = ({ permission }: GrantedPermission): boolean => isOwnName(permission);
export const isOwnName = (permission: string): boolean => permission.startsWith(`${OWN_RESOURCE}:`);

/** Reads the stored permissions for the guards. */
export interface PermissionReader {
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  /** The permissions of a role, with everything it inherits. */
  permissionsOfRole(role: string): Promise<readonly GrantedPermission[]>;
  permissionsOfAssignment(assignment: Assignment): Promise<readonly GrantedPermission[]>;
  permissionsOf(principal: Assignment["principal"]): Promise<readonly GrantedPermission[]>;
  /** The permissions of the members of a group: its own and those of all groups it belongs to. */
  permissionsOfGroup(group: string): Promise<readonly GrantedPermission[]>;
  /** A user's own permissions and those of all its groups; not those that every user has. */
  permissionsOfUser(id: string): Promise<readonly GrantedPermission[]>;
  /** The permissions of all principals under a condition that reads one of these members of `client`. */
  permissionsReadingClient(members: readonly string[]): Promise<readonly GrantedPermission[]>;
}

export const conditionsOf = (when: string | undefined): readonly string[] =>
  when === undefined ? [] : [when];

/** What a change replaces. */
export const findBefore = <K extends EntityKind>(
  { find }: Pick<PermissionReader, "find">,
  { kind, value }: Pick<PutChange<K>, "kind" | "value">,
): Promise<Entities[K] | undefined> => find(kind, kindOf(kind).id(value));

/** True when one of the conditions reads one of these members. */
export const readsAny = (
  { conditions }: Pick<GrantedPermission, "conditions">,
  root: InputRoot,
  members: readonly string[],
): boolean =>
  conditions.some((source) => members.some((member) => doesRead(readsOfSource(source), root, member)));

const grantedBy = ({ permission, when }: Grant): GrantedPermission => ({
  permission,
  conditions: conditionsOf(when),
});

export function createPermissionReader(
  store: Pick<StateStore, "find">,
  directory: DirectoryStore,
): PermissionReader {
  async function permissionsOfRole(role: string): Promise<readonly GrantedPermission[]> {
    const permissions: GrantedPermission[] = [];
    await followAll(new Set([role]), async (name) => {
      const found = await store.find("role", name);
      permissions.push(...(found?.grants ?? []).map(grantedBy));
      return found?.inherits ?? [];
    });
    return permissions;
  }

  async function permissionsOfAssignment({ role, permission, at, when, expiresAt }: Assignment) {
    const given: readonly GrantedPermission[] =
      role !== undefined ? await permissionsOfRole(role) : [{ permission: permission ?? "", conditions: [] }];
    return given.map((granted) => ({
      ...granted,
      ...(at !== undefined && { at }),
      ...(expiresAt !== undefined && { until: expiresAt }),
      conditions: [...conditionsOf(when), ...granted.conditions],
    }));
  }

  async function permissionsOf(principal: Assignment["principal"]): Promise<readonly GrantedPermission[]> {
    const assignments = await readAll(directory, "assignment", { principal });
    return (await Promise.all(assignments.map(permissionsOfAssignment))).flat();
  }

  async function permissionsOfGroup(group: string): Promise<readonly GrantedPermission[]> {
    const groups = new Set([formatPrincipalKey("group", group)]);
    await followAll(groups, (name) => listDirectGroups(directory, name));
    return (await Promise.all([...groups].map(permissionsOf))).flat();
  }

  /** Grants of roles count even without a holder: the role may be assigned later. */
  async function permissionsReadingClient(members: readonly string[]): Promise<readonly GrantedPermission[]> {
    const granted = (await readAll(directory, "role", {})).flatMap(({ grants }) => grants.map(grantedBy));
    const assigned = (await directory.listConditionalAssignments("client")).filter(({ when = "" }) =>
      readsAny({ conditions: [when] }, "client", members),
    );
    return [
      ...granted.filter((granted) => readsAny(granted, "client", members)),
      ...(await Promise.all(assigned.map(permissionsOfAssignment))).flat(),
    ];
  }

  return {
    find: store.find,
    permissionsReadingClient,
    permissionsOfRole,
    permissionsOfAssignment,
    permissionsOf,
    permissionsOfGroup,
    async permissionsOfUser(id) {
      const user = formatPrincipalKey("user", id);
      const groups = (await listDirectGroups(directory, user)).map(principalId);
      return (await Promise.all([permissionsOf(user), ...groups.map(permissionsOfGroup)])).flat();
    },
  };
}
