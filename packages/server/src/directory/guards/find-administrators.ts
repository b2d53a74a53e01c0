import type { Assignment, Role } from "@licet/engine/internal/entities.ts";
import { type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import { ADMINISTRATOR_ROLE } from "../own-names.ts";
import type { StateStore } from "../stores.ts";
import { createCanAct } from "./can-act.ts";
import type { DraftView } from "./draft-view.ts";

/** Whether a principal that can act holds the role without expiry, and whether one holds it now. */
export interface Standing {
  readonly withoutExpiry: boolean;
  readonly now: boolean;
}

export async function findStanding(view: DraftView, now: EpochSeconds): Promise<Standing> {
  let held = false;
  for await (const { expiresAt } of administrators(view, now)) {
    if (expiresAt === undefined) return { withoutExpiry: true, now: true };
    held = true;
  }
  return { withoutExpiry: false, now: held };
}

/** Gives one assignment that makes a principal an administrator now; undefined when there is no administrator. */
export async function findAdministrator(view: DraftView, now: EpochSeconds): Promise<Assignment | undefined> {
  for await (const assignment of administrators(view, now)) return assignment;
  return undefined;
}

async function* administrators(view: DraftView, now: EpochSeconds): AsyncGenerator<Assignment> {
  const canAct = createCanAct(view, now);
  for await (const role of administratorRoles(view)) {
    for (const assignment of await view.all("assignment", { role }, (each) => each.role === role)) {
      const { principal, at, when, expiresAt } = assignment;
      // An assignment at an instance, under a condition or with a past expiry does not count.
      if (at !== undefined || when !== undefined || isExpired(expiresAt, now)) continue;
      if (await canAct(principal)) yield assignment;
    }
  }
}

/** Most administrators hold Licet's own role. It comes first, so that usually the other roles are not read. */
async function* administratorRoles(view: DraftView): AsyncGenerator<string> {
  yield ADMINISTRATOR_ROLE;
  for (const role of await findAdministratorRoles(view)) if (role !== ADMINISTRATOR_ROLE) yield role;
}

/** All roles that make an administrator: Licet's own, and every role that inherits it at any depth. */
async function findAdministratorRoles(view: DraftView): Promise<ReadonlySet<string>> {
  const inheriting = new Map<string, Role[]>();
  for (const role of await view.all("role", {}, () => true))
    for (const name of role.inherits) inheriting.set(name, [...(inheriting.get(name) ?? []), role]);
  const names = new Set([ADMINISTRATOR_ROLE]);
  for (const name of names) for (const role of inheriting.get(name) ?? []) names.add(role.name);
  return names;
}

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
