import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import type { UserIds } from "./plan-users.ts";
import type { Planning } from "./planning.ts";

/** Finds a user of the file or the store by username or id. A username never has the form of an id. */
export async function findUserId(
  planning: Planning,
  users: UserIds,
  name: string,
): Promise<string | undefined> {
  if (name.startsWith(ID_PREFIXES.user)) return (await planning.stored.find("user", name))?.id;
  return users.get(name) ?? (await planning.stored.findUserByUsername(name))?.id;
}
