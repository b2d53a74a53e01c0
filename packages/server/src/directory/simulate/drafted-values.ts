import {
  formatPrincipalKey,
  type PrincipalKey,
  type PrincipalType,
} from "@licet/engine/internal/values/principal-key.ts";
import { type Change, type Entities, type EntityKind, entityId } from "../change.ts";
import { kindOf } from "../kinds/kinds.ts";

/** The drafted entities of one kind by their ids: their last value, or undefined for a deleted one. */
export function draftedValues<K extends EntityKind>(
  kind: K,
  changes: readonly Change[],
): ReadonlyMap<string, Entities[K] | undefined> {
  const values = new Map<string, Entities[K] | undefined>();
  for (const change of changes)
    if (change.kind === kind)
      values.set(entityId(change), change.op === "put" ? (change.value as Entities[K]) : undefined);
  return values;
}

/** The entities of one kind after all changes; in the order of their ids, if one of them is changed. */
export function applyChanges<K extends EntityKind>(
  kind: K,
  before: readonly Entities[K][],
  changes: readonly Change[],
): readonly Entities[K][] {
  const { id } = kindOf(kind);
  const entities = new Map(before.map((value) => [id(value), value]));
  for (const change of changes) {
    if (change.op === "delete")
      for (const [key, value] of entities) if (endsWith(kind, value, change)) entities.delete(key);
    if (change.kind !== kind) continue;
    if (change.op === "put") entities.set(entityId(change), change.value as Entities[K]);
    else entities.delete(entityId(change));
  }
  const all = [...entities];
  const isChanged = changes.some((change) => change.kind === kind);
  return (isChanged ? all.toSorted(([one], [other]) => (one < other ? -1 : 1)) : all).map(
    ([, value]) => value,
  );
}

/** True when the entity belongs to a deleted one. */
const endsWith = <K extends EntityKind>(kind: K, value: Entities[K], deleted: Change): boolean =>
  kindOf(kind).owners.some(({ kinds, by, read }) => {
    if (!kinds.some((owner) => owner === deleted.kind)) return false;
    const id = entityId(deleted);
    return read(value) === (by === "id" ? id : formatPrincipalKey(deleted.kind as PrincipalType, id));
  });

/** The changed principal, if the change is of one. */
export const changedPrincipals = (change: Change): readonly PrincipalKey[] =>
  kindOf(change.kind).names === undefined
    ? []
    : [formatPrincipalKey(change.kind as PrincipalType, entityId(change))];
