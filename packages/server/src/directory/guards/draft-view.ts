import { getOrInsert } from "../../core/values/get-or-insert.ts";
import type { Change, Entities, EntityKind } from "../change.ts";
import type { DirectoryStore } from "../directory-store.ts";
import { kindOf } from "../kinds/kinds.ts";
import { draftedValues } from "../simulate/drafted-values.ts";
import type { StateStore } from "../stores.ts";
import { readAll } from "../write/read-all.ts";

/** The state after some changes; without changes, the current state. */
export interface DraftView {
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  /** All entities of a kind that match a filter of the directory; `belongs` is the same filter for drafted entities. */
  all<K extends EntityKind>(
    kind: K,
    filter: Readonly<Record<string, string>>,
    belongs: (value: Entities[K]) => boolean,
  ): Promise<readonly Entities[K][]>;
}

export function createDraftView(
  store: Pick<StateStore, "find">,
  directory: DirectoryStore,
  changes: readonly Change[],
): DraftView {
  const drafted = new Map<EntityKind, ReadonlyMap<string, unknown>>();
  const draftedOf = <K extends EntityKind>(kind: K) =>
    getOrInsert(drafted, kind, () => draftedValues(kind, changes)) as ReturnType<typeof draftedValues<K>>;
  return {
    async find(kind, id) {
      const values = draftedOf(kind);
      return values.has(id) ? values.get(id) : store.find(kind, id);
    },
    async all(kind, filter, belongs) {
      const values = draftedOf(kind);
      const stored = await readAll(directory, kind, filter);
      const untouched = stored.filter((value) => !values.has(kindOf(kind).id(value)));
      return [...untouched, ...[...values.values()].filter((value) => value !== undefined).filter(belongs)];
    },
  };
}
