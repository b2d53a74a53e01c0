import { type Change, type Entities, type EntityKind, entityId } from "../../directory/change.ts";
import type { Trx } from "../engine/engine.ts";
import type { FindEntities } from "../statements/select-by-keys.ts";

/** A stored entity, as a change that would write it again. */
export type StoredEntity = {
  [K in EntityKind]: { readonly kind: K; readonly value: Entities[K] };
}[EntityKind];

/** The entities of a change set that were stored before it, keyed by `entityKey`. An absent entity is new. */
export type EntitiesBefore = ReadonlyMap<string, StoredEntity>;

export const entityKey = (entity: Pick<Change, "kind" | "value">): string =>
  `${entity.kind}:${entityId(entity)}`;

/**
 * Reads what a change set replaces or deletes, with one statement for many entities of a kind. The checks of a commit
 * and its audit events share the result.
 */
export async function findEntitiesBefore(
  trx: Trx,
  findEntities: FindEntities,
  changes: readonly Change[],
): Promise<EntitiesBefore> {
  const found = new Map<string, StoredEntity>();
  for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind))
    for (const value of await findEntities(trx, kind, "id", ofKind.map(entityId))) {
      const stored = { kind, value } as StoredEntity;
      found.set(entityKey(stored), stored);
    }
  return found;
}

/** The entities of a kind that a change set creates, by their ids. */
export const createdIds = (
  kind: EntityKind,
  changes: readonly Change[],
  before: EntitiesBefore,
): readonly string[] => [
  ...new Set(
    changes
      .filter((change) => change.op === "put" && change.kind === kind && !before.has(entityKey(change)))
      .map(entityId),
  ),
];
