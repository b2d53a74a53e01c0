import { type Clock, type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import type { Change } from "../change.ts";
import type { DirectoryStore } from "../directory-store.ts";
import { KINDS, type LockingKind } from "../kinds/kinds.ts";
import type { StateStore } from "../stores.ts";
import type { Guard } from "../write/write-state.ts";
import { createDraftView, type DraftView } from "./draft-view.ts";
import { findStanding, includesAdministratorRole } from "./find-administrators.ts";

/**
 * The last administrator stays able to act: no other caller could assign the role again. While a principal holds the
 * role without expiry, one such holder must remain; if the role was only ever held with an expiry, one principal must
 * hold it now.
 */
export function createCheckAdministrators(dependencies: {
  readonly store: StateStore;
  readonly directory: DirectoryStore;
  readonly clock: Clock;
}): Guard {
  const { store, directory, clock } = dependencies;

  return async (changes) => {
    const now = clock.seconds();
    const stored = createDraftView(store, directory, []);
    const couldRemove =
      (await includesAdministratorRole(rolesOf(changes), store)) ||
      (await couldAnyRemove(changes, stored, now));
    if (!couldRemove) return;
    const before = await findStanding(stored, now);
    const after = await findStanding(createDraftView(store, directory, changes), now);
    for (const standing of ["withoutExpiry", "now"] as const) {
      if (before[standing] && !after[standing])
        throw new ConflictError(
          "this would leave no administrator of Licet; appoint another administrator first, or give this one another secret",
          { conflict: { code: "last_administrator" } },
        );
    }
  };
}

/** The roles that are assigned or changed, or no longer are. */
function rolesOf(changes: readonly Change[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, value } of changes) {
    if (kind === "role") names.add(value.name);
    if (kind === "assignment" && value.role !== undefined) names.add(value.role);
  }
  return names;
}

async function couldAnyRemove(
  changes: readonly Change[],
  stored: DraftView,
  now: EpochSeconds,
): Promise<boolean> {
  for (const change of changes) if (await couldRemove(change, stored, now)) return true;
  return false;
}

/**
 * True when a change could remove the role, or its use, from a principal. Most changes could not, and cost little here.
 */
async function couldRemove(change: Change, stored: DraftView, now: EpochSeconds): Promise<boolean> {
  if (!canLockOut(change)) return false;
  switch (change.kind) {
    case "secret":
      return change.op === "delete" || isExpired(change.value.expiresAt, now);
    case "application":
      return change.op === "delete" || (await stored.find("application", change.value.id)) !== undefined;
    case "access_account":
      return (
        change.op === "delete" || (await stored.find("access_account", change.value.accessKey)) !== undefined
      );
    case "user":
      return change.op === "delete" || !change.value.enabled;
    case "group":
    case "membership":
      return change.op === "delete";
    // What they say of roles is looked at for all changes together.
    case "assignment":
    case "role":
      return false;
  }
}

const canLockOut = (change: Change): change is Change & { readonly kind: LockingKind } =>
  KINDS[change.kind].locksOut === true;
