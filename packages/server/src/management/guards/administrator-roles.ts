import type { Role } from "@licet/engine/entities.ts";
import { ADMINISTRATOR_ROLE } from "../../state/own-names.ts";
import type { StateStore } from "../../state/stores.ts";
import type { DraftView } from "./draft-view.ts";

/**
 * True when one of these roles is the administrator's role, or inherits it at any depth. A set of an import names many
 * roles: each level of inheritance is read at once.
 */
export async function includesAdministratorRole(
  roles: Iterable<string>,
  store: Pick<StateStore, "findMany">,
): Promise<boolean> {
  const known = new Set(roles);
  let unread = [...known];
  while (unread.length > 0 && !known.has(ADMINISTRATOR_ROLE)) {
    const inherited = (await store.findMany("role", unread)).flatMap(({ inherits }) => inherits);
    unread = [...new Set(inherited)].filter((name) => !known.has(name));
    for (const name of unread) known.add(name);
  }
  return known.has(ADMINISTRATOR_ROLE);
}

/** All roles that make an administrator: Licet's own, and every role that inherits it at any depth. */
export async function findAdministratorRoles(view: DraftView): Promise<ReadonlySet<string>> {
  const inheriting = new Map<string, Role[]>();
  for (const role of await view.all("role", {}, () => true))
    for (const name of role.inherits) inheriting.set(name, [...(inheriting.get(name) ?? []), role]);
  const names = new Set([ADMINISTRATOR_ROLE]);
  for (const name of names) for (const role of inheriting.get(name) ?? []) names.add(role.name);
  return names;
}
