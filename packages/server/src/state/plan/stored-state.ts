import type { Secret, User } from "../../accounts/entities.ts";
import type { Entities, EntityKind } from "../change.ts";
import type { StateStore } from "../stores.ts";

/** What is stored now, each list read at most once per plan and only when a file touches it. */
export interface StoredState {
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  findUserByUsername(username: string): Promise<User | undefined>;
  list<K extends EntityKind>(kind: K): Promise<readonly Entities[K][]>;
  secretsOf(owner: string): Promise<readonly Secret[]>;
}

export function createStoredState(store: StateStore): StoredState {
  const lists: { [K in EntityKind]?: Promise<readonly Entities[K][]> } = {};
  const list = <K extends EntityKind>(kind: K): Promise<readonly Entities[K][]> => {
    const known: Promise<readonly Entities[K][]> | undefined = lists[kind];
    const promise = known ?? store.list(kind);
    Object.assign(lists, { [kind]: promise });
    return promise;
  };
  let secretsByOwner: Promise<Map<string, Secret[]>> | undefined;
  return {
    find: (kind, id) => store.find(kind, id),
    findUserByUsername: (username) => store.findUserByUsername(username),
    list,
    async secretsOf(owner) {
      secretsByOwner ??= list("secret").then((secrets) => Map.groupBy(secrets, (secret) => secret.owner));
      return (await secretsByOwner).get(owner) ?? [];
    },
  };
}
