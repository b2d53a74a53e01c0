import { ID_PREFIXES } from "../../core/ids.ts";
import type { UserIds } from "./plan-users.ts";
import type { Planning } from "./planning.ts";

/** By username, from the file or the store, or by id. The two never look alike. */
export async function findUserId(
  planning: Planning,
  users: UserIds,
  name: string,
): Promise<string | undefined> {
  if (name.startsWith(ID_PREFIXES.user)) return (await planning.stored.find("user", name))?.id;
  return users.get(name) ?? (await planning.stored.findUserByUsername(name))?.id;
}
