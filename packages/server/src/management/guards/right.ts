import { formatPrincipalKey } from "../../core/principal-key.ts";
import type { EpochSeconds } from "../../core/time.ts";
import { doesRead, type InputRoot, readsOfSource } from "../../permissions/conditions/condition-reads.ts";
import type { Assignment, InstanceKey } from "../../permissions/entities.ts";
import type { Entities, EntityKind } from "../../state/change.ts";
import { OWN_RESOURCE } from "../../state/own-names.ts";
import type { StateStore } from "../../state/stores.ts";
import { readAll } from "../read-all.ts";
import type { DirectoryStore } from "../stores.ts";

/** Something that can be done, as an assignment or a grant names it. */
export interface Right {
  /** A permission, or `<resource>:*`. */
  readonly permission: string;
  /** At this instance and everything below it; absent: everywhere. */
  readonly at?: InstanceKey;
  /** Absent: for ever. */
  readonly until?: EpochSeconds;
  /** It holds while all of these are met. */
  readonly conditions: readonly string[];
  /** It comes with this role, which is assigned as a whole. */
  readonly assignedRole?: string;
}

/** A right to do something with Licet itself, and so perhaps a way to all others. */
export const isOwnRight = ({ permission }: Right): boolean => permission.startsWith(`${OWN_RESOURCE}:`);

/** What is stored, as the guards need it. */
export interface RightsReader {
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  /** What a role gives, with everything it inherits. */
  rightsOfRole(role: string): Promise<readonly Right[]>;
  rightsOfAssignment(assignment: Assignment): Promise<readonly Right[]>;
  rightsOf(principal: Assignment["principal"]): Promise<readonly Right[]>;
  /** What membership in a group gives: its own rights and those of all groups it belongs to. */
  rightsOfGroup(group: string): Promise<readonly Right[]>;
  /** A user's own rights and those of all groups; not those that every user has. */
  rightsOfUser(id: string): Promise<readonly Right[]>;
  /** What anybody has under a condition that reads one of these members of `client`. */
  rightsReadingClient(members: readonly string[]): Promise<readonly Right[]>;
}

/** Whether one of its conditions reads one of these members. */
export const readsAny = (
  { conditions }: Pick<Right, "conditions">,
  root: InputRoot,
  members: readonly string[],
): boolean =>
  conditions.some((source) => members.some((member) => doesRead(readsOfSource(source), root, member)));

export function createRightsReader(store: Pick<StateStore, "find">, directory: DirectoryStore): RightsReader {
  const groupsNaming = async (member: string) =>
    (await readAll(directory, "membership", { member })).map(({ group }) => group);

  async function rightsOfRole(role: string): Promise<readonly Right[]> {
    const rights: Right[] = [];
    const names = new Set([role]);
    // A set that grows while it is walked: each inherited role once.
    for (const name of names) {
      const found = await store.find("role", name);
      for (const { permission, when } of found?.grants ?? [])
        rights.push({ permission, conditions: when === undefined ? [] : [when] });
      for (const inherited of found?.inherits ?? []) names.add(inherited);
    }
    return rights;
  }

  async function rightsOfAssignment({ role, permission, at, when, expiresAt }: Assignment) {
    const given: readonly Right[] =
      role !== undefined ? await rightsOfRole(role) : [{ permission: permission ?? "", conditions: [] }];
    return given.map((right) => ({
      ...right,
      ...(at !== undefined && { at }),
      ...(expiresAt !== undefined && { until: expiresAt }),
      conditions: when === undefined ? right.conditions : [when, ...right.conditions],
    }));
  }

  async function rightsOf(principal: Assignment["principal"]): Promise<readonly Right[]> {
    const assignments = await readAll(directory, "assignment", { principal });
    return (await Promise.all(assignments.map(rightsOfAssignment))).flat();
  }

  async function rightsOfGroup(group: string): Promise<readonly Right[]> {
    const groups = new Set([group]);
    for (const name of groups)
      for (const above of await groupsNaming(formatPrincipalKey("group", name))) groups.add(above);
    return (await Promise.all([...groups].map((name) => rightsOf(formatPrincipalKey("group", name))))).flat();
  }

  /** Grants of roles count whoever has the role: it may be assigned tomorrow. */
  async function rightsReadingClient(members: readonly string[]): Promise<readonly Right[]> {
    const granted = (await readAll(directory, "role", {}))
      .flatMap(({ grants }) => grants)
      .map(({ permission, when }): Right => ({ permission, conditions: when === undefined ? [] : [when] }));
    const assigned = (await directory.conditionalAssignments("client")).filter(({ when = "" }) =>
      readsAny({ conditions: [when] }, "client", members),
    );
    return [
      ...granted.filter((right) => readsAny(right, "client", members)),
      ...(await Promise.all(assigned.map(rightsOfAssignment))).flat(),
    ];
  }

  return {
    find: store.find,
    rightsReadingClient,
    rightsOfRole,
    rightsOfAssignment,
    rightsOf,
    rightsOfGroup,
    async rightsOfUser(id) {
      const groups = await groupsNaming(formatPrincipalKey("user", id));
      return (
        await Promise.all([rightsOf(formatPrincipalKey("user", id)), ...groups.map(rightsOfGroup)])
      ).flat();
    },
  };
}
