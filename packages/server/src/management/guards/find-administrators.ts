import type { Assignment } from "@licet/engine/entities.ts";
import { type EpochSeconds, isExpired } from "@licet/engine/values/time.ts";
import { ADMINISTRATOR_ROLE } from "../../state/own-names.ts";
import { findAdministratorRoles } from "./administrator-roles.ts";
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
