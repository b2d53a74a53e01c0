import { doesRead, type InputRoot, readsOfSource } from "@licet/engine/conditions/condition-reads.ts";
import type { Assignment, InstanceKey } from "@licet/engine/entities.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import type { EpochSeconds } from "@licet/engine/values/time.ts";
import type { Entities, EntityKind } from "../../state/change.ts";
import { OWN_RESOURCE } from "../../state/own-names.ts";
import type { StateStore } from "../../state/stores.ts";
import { readAll } from "../read-all.ts";
import type { DirectoryStore } from "../stores.ts";
import { listDirectGroups } from "./list-direct-groups.ts";

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
export const isOwnPermission = ({ permission }: GrantedPermission): boolean =>
  permission.startsWith(`${OWN_RESOURCE}:`);

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

/** True when one of the conditions reads one of these members. */
export const readsAny = (
  { conditions }: Pick<GrantedPermission, "conditions">,
  root: InputRoot,
  members: readonly string[],
): boolean =>
  conditions.some((source) => members.some((member) => doesRead(readsOfSource(source), root, member)));

export function createPermissionReader(
  store: Pick<StateStore, "find">,
  directory: DirectoryStore,
): PermissionReader {
  async function permissionsOfRole(role: string): Promise<readonly GrantedPermission[]> {
    const permissions: GrantedPermission[] = [];
    const names = new Set([role]);
    // The set grows during the loop: each inherited role is read once.
    for (const name of names) {
      const found = await store.find("role", name);
      for (const { permission, when } of found?.grants ?? [])
        permissions.push({ permission, conditions: when === undefined ? [] : [when] });
      for (const inherited of found?.inherits ?? []) names.add(inherited);
    }
    return permissions;
  }

  async function permissionsOfAssignment({ role, permission, at, when, expiresAt }: Assignment) {
    const given: readonly GrantedPermission[] =
      role !== undefined ? await permissionsOfRole(role) : [{ permission: permission ?? "", conditions: [] }];
    return given.map((granted) => ({
      ...granted,
      ...(at !== undefined && { at }),
      ...(expiresAt !== undefined && { until: expiresAt }),
      conditions: when === undefined ? granted.conditions : [when, ...granted.conditions],
    }));
  }

  async function permissionsOf(principal: Assignment["principal"]): Promise<readonly GrantedPermission[]> {
    const assignments = await readAll(directory, "assignment", { principal });
    return (await Promise.all(assignments.map(permissionsOfAssignment))).flat();
  }

  async function permissionsOfGroup(group: string): Promise<readonly GrantedPermission[]> {
    const groups = new Set([group]);
    for (const name of groups)
      for (const above of await listDirectGroups(directory, formatPrincipalKey("group", name)))
        groups.add(above);
    return (
      await Promise.all([...groups].map((name) => permissionsOf(formatPrincipalKey("group", name))))
    ).flat();
  }

  /** Grants of roles count even without a holder: the role may be assigned later. */
  async function permissionsReadingClient(members: readonly string[]): Promise<readonly GrantedPermission[]> {
    const granted = (await readAll(directory, "role", {}))
      .flatMap(({ grants }) => grants)
      .map(
        ({ permission, when }): GrantedPermission => ({
          permission,
          conditions: when === undefined ? [] : [when],
        }),
      );
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
      const groups = await listDirectGroups(directory, formatPrincipalKey("user", id));
      return (
        await Promise.all([permissionsOf(formatPrincipalKey("user", id)), ...groups.map(permissionsOfGroup)])
      ).flat();
    },
  };
}
