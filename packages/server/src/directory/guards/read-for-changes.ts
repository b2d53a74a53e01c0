import { type Change, type Entities, type EntityKind, entityId } from "../change.ts";
import type { DirectoryStore } from "../directory-store.ts";
import type { StateStore } from "../stores.ts";
import { createPermissionReader, type PermissionReader } from "./granted-permission.ts";

/** Gives the reader for one run of a guard over these changes. */
export type ReadForChanges = (changes: readonly Change[]) => Promise<PermissionReader>;

/** Fewer changes are read one by one, as they are needed. */
const MANY_CHANGES = 8;

/**
 * A set of an import has a thousand changes, which name the same few roles. What it replaces is read with one statement
 * for many, and every other lookup of a guard is made once for all changes.
 */
export function createReadForChanges(
  store: Pick<StateStore, "find" | "findMany">,
  directory: DirectoryStore,
): ReadForChanges {
  const single = createPermissionReader(store, directory);
  return async (changes) => {
    if (changes.length < MANY_CHANGES) return single;
    const known = new Map<string, Promise<unknown>>();
    for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind)) {
      const ids = ofKind.map(entityId);
      for (const id of ids) known.set(`${kind} ${id}`, Promise.resolve(undefined));
      for (const value of await store.findMany(kind, ids))
        known.set(`${kind} ${entityId({ op: "put", kind, value } as Change)}`, Promise.resolve(value));
    }
    const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
      const found = known.get(key) ?? read();
      known.set(key, found);
      return found as Promise<T>;
    };
    const find = <K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined> =>
      once(`${kind} ${id}`, () => store.find(kind, id));
    const reader = createPermissionReader({ find }, directory);
    return {
      ...reader,
      permissionsOf: (principal) => once(`of ${principal}`, () => reader.permissionsOf(principal)),
      permissionsOfGroup: (group) => once(`of group ${group}`, () => reader.permissionsOfGroup(group)),
      permissionsReadingClient: (members) =>
        once(`reading ${members.join(" ")}`, () => reader.permissionsReadingClient(members)),
    };
  };
}
