import type { Change } from "../../state/change.ts";
import type { Consequence } from "./change-event.ts";
import { type EntitiesBefore, entityKey, type StoredEntity } from "./find-entities-before.ts";

/**
 * The value that each change replaced or deleted. A change set may change an entity more than once, so the values are
 * followed in the order of the changes. A change that is absent in the result created its entity.
 */
export function followValues(
  happened: readonly Consequence[],
  before: EntitiesBefore,
): ReadonlyMap<Change, StoredEntity> {
  const present = new Map(before);
  const replaced = new Map<Change, StoredEntity>();
  for (const { change, because } of happened) {
    const key = entityKey(change);
    // What a deletion took along was read when it was deleted.
    const known = because === undefined ? present.get(key) : asStored(change);
    const had = known ?? (change.op === "delete" ? asStored(change) : undefined);
    if (had !== undefined) replaced.set(change, had);
    if (change.op === "put") present.set(key, asStored(change));
    else present.delete(key);
  }
  return replaced;
}

const asStored = ({ kind, value }: Change): StoredEntity => ({ kind, value }) as StoredEntity;
