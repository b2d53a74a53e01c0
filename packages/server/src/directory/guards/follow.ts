import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { DirectoryStore } from "../directory-store.ts";
import { readAll } from "../write/read-all.ts";

/** Adds what follows from the items, at any depth: roles that they inherit, groups above them. Each is read once. */
export async function followAll<T>(items: Set<T>, next: (item: T) => Promise<Iterable<T>>): Promise<void> {
  // The set grows during the loop.
  for (const item of items) for (const following of await next(item)) items.add(following);
}

/** The groups that a user or a group is a direct member of. */
export const listDirectGroups = async (
  directory: DirectoryStore,
  member: PrincipalKey,
): Promise<readonly `group:${string}`[]> =>
  (await readAll(directory, "membership", { member })).map(({ group }) => formatPrincipalKey("group", group));
