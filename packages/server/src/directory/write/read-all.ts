import { requireTime } from "../../core/time/deadline.ts";
import type { Entities, EntityKind } from "../change.ts";
import type { DirectoryStore, ListSort, Stored } from "../directory-store.ts";
import { kindOf } from "../kinds/kinds.ts";

const PAGE = 500;

/** Reads all entities that match a filter. For filters with few matches, such as the secrets of one application. */
export async function readAllStored<K extends EntityKind>(
  directory: DirectoryStore,
  kind: K,
  equals: Readonly<Record<string, string>>,
  sort?: ListSort,
): Promise<readonly Stored<Entities[K]>[]> {
  const found: Stored<Entities[K]>[] = [];
  let after: string | undefined;
  do {
    requireTime();
    const page = await directory.page(kind, {
      limit: PAGE,
      filter: { equals },
      ...(sort && { sort }),
      ...(after !== undefined && { after }),
    });
    found.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return found;
}

export async function readAll<K extends EntityKind>(
  directory: DirectoryStore,
  kind: K,
  equals: Readonly<Record<string, string>>,
): Promise<readonly Entities[K][]> {
  return (await readAllStored(directory, kind, equals)).map(({ value }) => value);
}

/** All entities of a kind in the order of their names, whatever their case. */
export async function readAllByName<K extends EntityKind>(
  directory: DirectoryStore,
  kind: K,
): Promise<readonly Entities[K][]> {
  const [by = ""] = kindOf(kind).sorts;
  return (await readAllStored(directory, kind, {}, { by, descending: false })).map(({ value }) => value);
}
