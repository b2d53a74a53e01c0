import type { PrincipalKey } from "@licet/engine/entities.ts";
import { readAll } from "../read-all.ts";
import type { DirectoryStore } from "../stores.ts";

/** The groups that a user or a group is a direct member of. */
export const listDirectGroups = async (
  directory: DirectoryStore,
  member: PrincipalKey,
): Promise<readonly string[]> =>
  (await readAll(directory, "membership", { member })).map(({ group }) => group);
