import { ConflictError } from "../../core/errors/errors.ts";
import { type Change, type Entities, type EntityKind, entityId } from "../change.ts";
import type { DirectoryStore } from "../directory-store.ts";
import { isNamed, placesOf } from "../references.ts";
import type { StateStore } from "../stores.ts";
import { InUseError } from "./errors.ts";

/** The maximum number of listed entities that still need the deleted one. */
const MAX_SHOWN = 100;
/** A transaction is limited: larger deletions must be split. */
const MAX_CHANGES = 10_000;

export interface PlannedDeletion {
  readonly target: Change & { readonly op: "delete" };
  readonly cascade: boolean;
}

interface DeletionStores {
  readonly store: StateStore;
  readonly directory: DirectoryStore;
}

/**
 * The changes that delete an entity. An entity that others need is deleted only with a cascade, which changes them step
 * by step: an assignment of a deleted role is deleted, a role that inherits it loses the inheritance. The change set
 * contains every step, so the audit log and the caches of all nodes get each one.
 */
export const planDeletion = (
  stores: DeletionStores,
  target: PlannedDeletion["target"],
  cascade: boolean,
): Promise<readonly Change[]> => planDeletions(stores, [{ target, cascade }]);

/** The same for several entities, one after the other. An entity that several of them change is changed once. */
export async function planDeletions(
  stores: DeletionStores,
  deletions: readonly PlannedDeletion[],
): Promise<readonly Change[]> {
  const deleted = new Map<string, Change>();
  const edited = new Map<string, Change>();
  for (const { target, cascade } of deletions) {
    const id = entityId(target);
    const key = keyOf(target.kind, id);
    // An earlier cascade deletes it already.
    if (deleted.has(key)) continue;
    if (!cascade) await requireUnused(stores.directory, target.kind, id, deleted);
    deleted.set(key, target);
    await addDependants(stores, target, deleted, edited);
  }
  for (const key of deleted.keys()) edited.delete(key);
  // Entities that refer to others are deleted before the others.
  return [...edited.values(), ...[...deleted.values()].reverse()];
}

/** Adds what the deletion of the target deletes and edits besides. */
async function addDependants(
  { store, directory }: DeletionStores,
  target: PlannedDeletion["target"],
  deleted: Map<string, Change>,
  edited: Map<string, Change>,
): Promise<void> {
  // The list grows during the loop: other entities may need a deleted one.
  const going: Change[] = [target];
  for (const gone of going) {
    const goneId = entityId(gone);
    for (const use of await directory.findUses(gone.kind, goneId, MAX_CHANGES + 1)) {
      const key = keyOf(use.kind, use.id);
      if (deleted.has(key)) continue;
      const value = edited.get(key)?.value ?? (await store.find(use.kind, use.id));
      if (value === undefined) continue;
      const rest = without(use.kind, value, gone.kind, goneId);
      if (rest) edited.set(key, { op: "put", kind: use.kind, value: rest } as Change);
      else {
        const deletion = { op: "delete", kind: use.kind, value } as Change;
        deleted.set(key, deletion);
        going.push(deletion);
      }
      if (deleted.size + edited.size > MAX_CHANGES) throw tooManyDependants(target);
    }
  }
}

function tooManyDependants(target: Change): ConflictError {
  const id = entityId(target);
  return new ConflictError(`more than ${MAX_CHANGES} things depend on ${id}; delete some of them first`, {
    conflict: { code: "too_many_dependants", kind: target.kind, name: id, maximum: MAX_CHANGES },
  });
}

/** What is deleted before does not count as a use. */
async function requireUnused(
  directory: DirectoryStore,
  kind: EntityKind,
  id: string,
  deleted: ReadonlyMap<string, Change>,
): Promise<void> {
  const all = await directory.findUses(kind, id, MAX_SHOWN + 1 + deleted.size);
  const found = all.filter((use) => !deleted.has(keyOf(use.kind, use.id)));
  const uses = found.slice(0, MAX_SHOWN);
  if (uses.length === 0) return;
  const shown = uses.slice(0, 5).map((use) => `${use.kind} ${use.id}`);
  const more = uses.length > shown.length ? ` and others` : "";
  throw new InUseError(`still used by ${shown.join(", ")}${more}; delete with cascade=true to remove all`, {
    kind,
    id,
    usedBy: uses,
    more: found.length > MAX_SHOWN,
  });
}

const keyOf = (kind: EntityKind, id: string): string => `${kind} ${id}`;

/** The entity without its references to the deleted one, or undefined when it cannot exist without it. */
function without<K extends EntityKind>(
  kind: K,
  value: Entities[K],
  goneKind: EntityKind,
  goneId: string,
): Entities[K] | undefined {
  const rest: Record<string, unknown> = { ...value };
  for (const place of placesOf(goneKind, goneId)) {
    const named = place.kind === kind ? rest[place.name] : undefined;
    const { member } = place.field.refersTo;
    if (typeof named === "string" && isNamed(place, named)) return undefined;
    // An empty ceiling allows nothing, which is correct: no ceiling would allow everything.
    if (Array.isArray(named))
      rest[place.name] = named.filter((item) => !isNamed(place, member === undefined ? item : item[member]));
  }
  return rest as unknown as Entities[K];
}
