import type { Assignment, Membership } from "@licet/engine/entities.ts";
import { isPrincipalOf } from "@licet/engine/values/principal-key.ts";
import type { Secret, User } from "../../accounts/entities.ts";
import type { Entities, EntityKind, PrincipalName } from "../change.ts";
import type { PlanningStore } from "../stores.ts";

/** The stored entities. A plan reads each list at most once, and only when it needs the list. */
export interface StoredState {
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  findUserByUsername(username: string): Promise<User | undefined>;
  list<K extends EntityKind>(kind: K): Promise<readonly Entities[K][]>;
  listSecrets(owner: string): Promise<readonly Secret[]>;
  listMembers(group: string): Promise<readonly Membership[]>;
  listNestedGroups(): Promise<readonly Membership[]>;
  listAssignmentsOfPermission(permission: string, limit: number): Promise<readonly Assignment[]>;
  isReserved(name: PrincipalName): Promise<boolean>;
}

export function createStoredState(store: PlanningStore): StoredState {
  const lists: { [K in EntityKind]?: Promise<readonly Entities[K][]> } = {};
  const list = <K extends EntityKind>(kind: K): Promise<readonly Entities[K][]> => {
    const known: Promise<readonly Entities[K][]> | undefined = lists[kind];
    const promise = known ?? store.list(kind);
    Object.assign(lists, { [kind]: promise });
    return promise;
  };
  const grouped = <K extends EntityKind>(kind: K, keyOf: (value: Entities[K]) => string) => {
    let groups: Promise<Map<string, Entities[K][]>> | undefined;
    return async (key: string): Promise<readonly Entities[K][]> => {
      groups ??= list(kind).then((values) => Map.groupBy(values, keyOf));
      return (await groups).get(key) ?? [];
    };
  };
  return {
    find: (kind, id) => store.find(kind, id),
    findUserByUsername: (username) => store.findUserByUsername(username),
    list,
    isReserved: async (name) => (await store.findReserved([name])).length > 0,
    listSecrets: store.listSecrets ?? grouped("secret", ({ owner }) => owner),
    listMembers: store.listMembers ?? grouped("membership", ({ group }) => group),
    listNestedGroups:
      store.listNestedGroups ??
      (async () => (await list("membership")).filter(({ member }) => isPrincipalOf("group", member))),
    listAssignmentsOfPermission:
      store.listAssignmentsOfPermission ??
      (async (permission, limit) =>
        (await list("assignment")).filter((each) => each.permission === permission).slice(0, limit)),
  };
}
