import { ConflictError } from "../../core/errors.ts";
import { type Clock, type EpochSeconds, isExpired } from "../../core/time.ts";
import type { Assignment } from "../../permissions/entities.ts";
import { type Change, type Entities, type EntityKind, entityId } from "../../state/change.ts";
import { ADMINISTRATOR_ROLE } from "../../state/own-names.ts";
import type { StateStore } from "../../state/stores.ts";
import { readAll } from "../read-all.ts";
import type { DirectoryStore } from "../stores.ts";
import type { Guard } from "../write-state.ts";

/**
 * The last administrator stays: nobody could give the role back. As long as somebody holds it for good, somebody has
 * to; where it was only ever held for a time, somebody has to hold it now.
 */
export function createCheckAdministrators(dependencies: {
  readonly store: StateStore;
  readonly directory: DirectoryStore;
  readonly clock: Clock;
}): Guard {
  const { store, directory, clock } = dependencies;

  return async (changes) => {
    if (!changes.some(couldRemove)) return;
    const stored = await readAll(directory, "assignment", { role: ADMINISTRATOR_ROLE });
    const before = await administrators(stored, view(store, directory, []), clock.seconds());
    const remaining = overlay(stored, changes);
    const after = await administrators(remaining, view(store, directory, changes), clock.seconds());
    for (const standing of ["forGood", "now"] as const) {
      if (before[standing] && !after[standing])
        throw new ConflictError(
          "this would leave nobody who can administrate Licet; appoint another one first",
        );
    }
  };
}

/** Whether a change could take the role from anybody. Most could not, and cost nothing here. */
function couldRemove(change: Change): boolean {
  if (change.op === "delete") return REMOVABLE.includes(change.kind);
  if (change.kind === "assignment") return change.value.role === ADMINISTRATOR_ROLE;
  if (change.kind === "access_account") return !change.value.enabled || change.value.expiresAt !== undefined;
  return (change.kind === "user" || change.kind === "application") && !change.value.enabled;
}
const REMOVABLE: readonly EntityKind[] = [
  "assignment",
  "membership",
  "group",
  "user",
  "application",
  "access_account",
];

interface Standing {
  readonly forGood: boolean;
  readonly now: boolean;
}

async function administrators(
  assignments: readonly Assignment[],
  view: View,
  now: EpochSeconds,
): Promise<Standing> {
  let held = false;
  for (const { principal, at, when, expiresAt } of assignments) {
    // Here or there, now and then: not what one can rely on.
    if (at !== undefined || when !== undefined || isExpired(expiresAt, now)) continue;
    if (!(await view.canAct(principal, now))) continue;
    if (expiresAt === undefined) return { forGood: true, now: true };
    held = true;
  }
  return { forGood: false, now: held };
}

/** The state as it will be, as far as it matters here. */
interface View {
  canAct(principal: Assignment["principal"], now: EpochSeconds): Promise<boolean>;
}

function view(store: StateStore, directory: DirectoryStore, changes: readonly Change[]): View {
  const changed = new Map(changes.map((change) => [`${change.kind} ${entityId(change)}`, change]));
  async function find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined> {
    const change = changed.get(`${kind} ${id}`);
    if (change) return change.op === "put" ? (change.value as Entities[K]) : undefined;
    return store.find(kind, id);
  }

  async function canAct(principal: Assignment["principal"], now: EpochSeconds): Promise<boolean> {
    const colon = principal.indexOf(":");
    const id = principal.slice(colon + 1);
    switch (principal.slice(0, colon)) {
      case "user":
        // Somebody will be among all users, or there is nobody to ask.
        return id === "*" || ((await find("user", id))?.enabled ?? false);
      case "application":
        return (await find("application", id))?.enabled ?? false;
      case "access_account": {
        const account = await find("access_account", id);
        if (!account?.enabled || isExpired(account.expiresAt, now)) return false;
        return (await find("application", account.applicationId))?.enabled ?? false;
      }
      default:
        return hasMember(id, now, new Set());
    }
  }

  /** Whether anybody in the group, or in a group within it, can act. */
  async function hasMember(group: string, now: EpochSeconds, seen: Set<string>): Promise<boolean> {
    if (seen.has(group) || (await find("group", group)) === undefined) return false;
    seen.add(group);
    for (const { member } of await readAll(directory, "membership", { group })) {
      if ((await find("membership", `${group}/${member}`)) === undefined) continue;
      const within = member.startsWith("group:");
      if (within ? await hasMember(member.slice(6), now, seen) : await canAct(member, now)) return true;
    }
    return false;
  }

  return { canAct };
}

function overlay(stored: readonly Assignment[], changes: readonly Change[]): readonly Assignment[] {
  const assignments = new Map(stored.map((assignment) => [assignment.id, assignment]));
  for (const change of changes) {
    if (change.kind !== "assignment") continue;
    if (change.op === "delete") assignments.delete(change.value.id);
    else if (change.value.role === ADMINISTRATOR_ROLE) assignments.set(change.value.id, change.value);
  }
  return [...assignments.values()];
}
