import { type Change, type Entities, type EntityKind, entityId } from "../../state/change.ts";
import type { StateStore } from "../../state/stores.ts";
import { readAll } from "../read-all.ts";
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
  const changed = new Map(changes.map((change) => [`${change.kind} ${entityId(change)}`, change]));
  return {
    async find<K extends EntityKind>(kind: K, id: string) {
      const change = changed.get(`${kind} ${id}`);
      if (change) return change.op === "put" ? (change.value as Entities[K]) : undefined;
      return store.find(kind, id);
    },
    async all<K extends EntityKind>(
      kind: K,
      filter: Readonly<Record<string, string>>,
      belongs: (value: Entities[K]) => boolean,
    ) {
      const stored = await readAll(directory, kind, filter);
      const untouched = stored.filter((value) => !changed.has(keyOf(kind, value)));
      const drafted = [...changed.values()]
        .filter((change) => change.kind === kind && change.op === "put")
        .map(({ value }) => value as Entities[K]);
      return [...untouched, ...drafted.filter(belongs)];
    },
  };
}

const keyOf = <K extends EntityKind>(kind: K, value: Entities[K]): string =>
  `${kind} ${entityId({ op: "put", kind, value } as Change)}`;
