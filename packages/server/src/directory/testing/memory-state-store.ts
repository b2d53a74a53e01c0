import { ConflictError } from "../../core/errors/errors.ts";
import {
  type Change,
  type Entities,
  type EntityKind,
  entityId,
  type PrincipalName,
  principalNames,
} from "../change.ts";
import type { StateStore } from "../stores.ts";

export interface MemoryStateStore extends StateStore {
  readonly commits: readonly (readonly Change[])[];
}

/** A state in memory for one test. Values are converted to JSON and back, as in a database. */
export function createMemoryStateStore(): MemoryStateStore {
  const rows = new Map<EntityKind, Map<string, string>>();
  const commits: (readonly Change[])[] = [];
  const reserved = new Set<string>();
  const keyOf = ({ kind, name }: PrincipalName) => `${kind} ${name}`;
  const read = <K extends EntityKind>(kind: K, id: string): Entities[K] | undefined => {
    const row = rows.get(kind)?.get(id);
    return row === undefined ? undefined : JSON.parse(row);
  };
  const list = async <K extends EntityKind>(kind: K): Promise<readonly Entities[K][]> =>
    [...(rows.get(kind)?.values() ?? [])].map((row): Entities[K] => JSON.parse(row));
  const store: MemoryStateStore = {
    commits,
    find: async (kind, id) => read(kind, id),
    findUserByUsername: async (username) => (await list("user")).find((user) => user.username === username),
    findMany: async (kind, ids) => ids.flatMap((id) => read(kind, id) ?? []),
    findUsers: async (usernames) => (await list("user")).filter((user) => usernames.includes(user.username)),
    listAssignmentsOf: async (principals) =>
      (await list("assignment")).filter(({ principal }) => principals.includes(principal)),
    list,
    revision: async () => commits.length,
    findReserved: async (names) => names.filter((name) => reserved.has(keyOf(name))),
    releaseName: async (name) => reserved.delete(keyOf(name)),
    async commit(changes, _by, expected = {}) {
      if (expected.revision !== undefined && expected.revision !== commits.length) {
        throw new ConflictError("the state has changed meanwhile");
      }
      for (const change of changes) {
        const table = rows.get(change.kind) ?? new Map<string, string>();
        rows.set(change.kind, table);
        if (change.op === "put") table.set(entityId(change), JSON.stringify(change.value));
        else table.delete(entityId(change));
        for (const name of principalNames(change)) {
          if (change.op === "put") reserved.delete(keyOf(name));
          else reserved.add(keyOf(name));
        }
      }
      commits.push(changes);
      return { revision: commits.length };
    },
    async commitLocked(plan, by) {
      const planned = await plan(commits.length);
      if (planned.changes.length === 0) return { ...planned, revision: commits.length };
      return { ...planned, ...(await store.commit(planned.changes, by())) };
    },
  };
  return store;
}
