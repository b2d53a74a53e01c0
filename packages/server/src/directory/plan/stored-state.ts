import type { Assignment, Membership, PrincipalKey } from "@licet/engine/internal/entities.ts";
import { isPrincipalOf } from "@licet/engine/internal/values/principal-key.ts";
import type { Secret, User } from "../../accounts/entities.ts";
import { type Change, type Entities, type EntityKind, entityId, type PrincipalName } from "../change.ts";
import type { PlanningStore } from "../stores.ts";

/** The stored entities. A plan reads each list at most once, and only when it needs the list. */
export interface StoredState {
  /** Reads these entities with one statement; `find` then has them. */
  prefetch(kind: EntityKind, ids: readonly string[]): Promise<void>;
  /** The same where it is worth a statement. */
  load(kind: EntityKind, ids: readonly string[]): Promise<void>;
  loadUsers(usernames: readonly string[]): Promise<void>;
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  findUserByUsername(username: string): Promise<User | undefined>;
  list<K extends EntityKind>(kind: K): Promise<readonly Entities[K][]>;
  listSecrets(owner: string): Promise<readonly Secret[]>;
  listMembers(group: string): Promise<readonly Membership[]>;
  listNestedGroups(): Promise<readonly Membership[]>;
  listAssignmentsOf(principals: readonly PrincipalKey[]): Promise<readonly Assignment[]>;
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
  const found = createFound();
  const readMissing = async (kind: EntityKind, ids: readonly string[], fewest: number): Promise<void> => {
    const missing = ids.filter((id) => !found.has(kind, id));
    if (missing.length < fewest || !store.findMany) return;
    found.add(kind, missing, await store.findMany(kind, missing));
  };
  return {
    prefetch: (kind, ids) => readMissing(kind, ids, 1),
    load: (kind, ids) => readMissing(kind, ids, WORTH_LOADING),
    async loadUsers(usernames) {
      const missing = usernames.filter((username) => !found.byUsername.has(username));
      if (missing.length < WORTH_LOADING || !store.findUsers) return;
      const users = await store.findUsers(missing);
      for (const username of missing) found.byUsername.set(username, undefined);
      for (const user of users) found.byUsername.set(user.username, user);
    },
    find: async (kind, id) => (found.has(kind, id) ? found.get(kind, id) : store.find(kind, id)),
    findUserByUsername: async (username) =>
      found.byUsername.has(username) ? found.byUsername.get(username) : store.findUserByUsername(username),
    list,
    listAssignmentsOf:
      store.listAssignmentsOf ??
      (async (principals) => {
        const wanted = new Set(principals);
        return (await list("assignment")).filter(({ principal }) => wanted.has(principal));
      }),
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

/** Fewer entities are read one by one, when they are needed: most calls name one or two. */
const WORTH_LOADING = 4;

/** The entities that were read before they are needed. An id with `undefined` was looked for and does not exist. */
function createFound() {
  const byKind = new Map<EntityKind, Map<string, Entities[EntityKind] | undefined>>();
  return {
    byUsername: new Map<string, User | undefined>(),
    has: (kind: EntityKind, id: string): boolean => byKind.get(kind)?.has(id) ?? false,
    get: <K extends EntityKind>(kind: K, id: string) => byKind.get(kind)?.get(id) as Entities[K] | undefined,
    add<K extends EntityKind>(kind: K, ids: readonly string[], values: readonly Entities[K][]): void {
      const known = byKind.get(kind) ?? new Map<string, Entities[EntityKind] | undefined>();
      byKind.set(kind, known);
      for (const id of ids) known.set(id, undefined);
      for (const value of values) known.set(entityId({ op: "put", kind, value } as Change), value);
    },
  };
}
