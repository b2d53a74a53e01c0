import type { Role } from "@licet/engine/entities.ts";
import { ADMINISTRATOR_ROLE } from "../../state/own-names.ts";
import type { DraftView } from "./draft-view.ts";

/** True when a role is the administrator's role, or inherits it at any depth. */
export async function isAdministratorRole(role: string, view: DraftView): Promise<boolean> {
  const names = new Set([role]);
  // The set grows during the loop: each inherited role is read once.
  for (const name of names) {
    if (name === ADMINISTRATOR_ROLE) return true;
    for (const inherited of (await view.find("role", name))?.inherits ?? []) names.add(inherited);
  }
  return false;
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
