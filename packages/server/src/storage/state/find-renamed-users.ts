import type { User } from "../../accounts/entities.ts";
import type { Change } from "../../state/change.ts";
import type { SignInMember } from "../accounts/sign-in-name-rows.ts";
import { entityKey } from "./find-entities-before.ts";
import type { PrincipalsBefore } from "./find-principals-before.ts";

export interface RenamedUser {
  readonly user: User;
  readonly isNew: boolean;
  /** The names that are others than before, at least one. */
  readonly members: readonly SignInMember[];
}

/** The users to whom a change set gives another username or address, each as the change set leaves it. */
export function findRenamedUsers(
  changes: readonly Change[],
  before: PrincipalsBefore,
): readonly RenamedUser[] {
  const renamed = new Map<string, RenamedUser>();
  const deleted = new Set<string>();
  for (const change of changes) {
    if (change.kind !== "user") continue;
    const { value: user } = change;
    if (change.op === "delete") deleted.add(user.id);
    // One that the change set has deleted before is a new user.
    const stored = deleted.has(user.id) ? undefined : before.get(entityKey(change));
    const members: SignInMember[] = [];
    if (stored?.names[0]?.name !== user.username) members.push("username");
    if ((stored?.email ?? null) !== (user.email ?? null)) members.push("email");
    renamed.delete(user.id);
    if (change.op === "put" && members.length > 0)
      renamed.set(user.id, { user, isNew: stored === undefined, members });
  }
  return [...renamed.values()];
}
