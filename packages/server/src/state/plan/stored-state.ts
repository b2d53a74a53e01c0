import type { Secret, User } from "../../accounts/entities.ts";
import { isPrincipalOf } from "../../core/principal-key.ts";
import type { Assignment, Membership } from "../../permissions/entities.ts";
import type { Entities, EntityKind, PrincipalName } from "../change.ts";
import type { PlanningStore } from "../stores.ts";

/** The stored entities. A plan reads each list at most once, and only when it needs the list. */
export interface StoredState {
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  findUserByUsername(username: string): Promise<User | undefined>;
  list<K extends EntityKind>(kind: K): Promise<readonly Entities[K][]>;
  secretsOf(owner: string): Promise<readonly Secret[]>;
  membersOf(group: string): Promise<readonly Membership[]>;
  nestedGroups(): Promise<readonly Membership[]>;
  assignmentsOfPermission(permission: string, limit: number): Promise<readonly Assignment[]>;
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
    secretsOf: store.secretsOf ?? grouped("secret", ({ owner }) => owner),
    membersOf: store.membersOf ?? grouped("membership", ({ group }) => group),
    nestedGroups:
      store.nestedGroups ??
      (async () => (await list("membership")).filter(({ member }) => isPrincipalOf("group", member))),
    assignmentsOfPermission:
      store.assignmentsOfPermission ??
      (async (permission, limit) =>
        (await list("assignment")).filter((each) => each.permission === permission).slice(0, limit)),
  };
}
