import { getOrInsert } from "../../core/get-or-insert.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { Change, Entities, EntityKind } from "../../state/change.ts";
import type { StateStore } from "../../state/stores.ts";
import { readAll } from "../read-all.ts";
import { draftedValues } from "../simulate/drafted-values.ts";
import type { DirectoryStore } from "../stores.ts";

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
