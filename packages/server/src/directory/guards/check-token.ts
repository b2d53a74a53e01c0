import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Change } from "../change.ts";
import { ForbiddenError } from "../write/errors.ts";
import { ESCALATE, type Requester } from "../write/requester.ts";
import type { Guard } from "../write/write-state.ts";
import { describeChanges, MAX_SHOWN } from "./describe-change.ts";
import { createFindNeededInToken } from "./find-needed-in-token.ts";
import type { ReadForChanges } from "./read-for-changes.ts";

/**
 * The token must have the permissions of Licet that a change affects, see `createFindNeededInToken`. `licet:*` is in no token: a
 * caller that requested it has `licet:escalate` and passes.
 */
export function createCheckToken({ readFor, clock }: { readFor: ReadForChanges; clock: Clock }): Guard {
  return async (changes, requester) => {
    // Reads nothing for a caller that passes anyway, such as most imports.
    if (requester.permissions.has(ESCALATE)) return;
    const findNeeded = createFindNeededInToken(await readFor(changes), clock.seconds());
    const needed = (await Promise.all(distinct(changes).map(findNeeded))).flat();
    requireInToken(needed, requester, describeChanges(changes));
  };
}

/** Throws ForbiddenError unless the token carries these permissions of Licet, or `licet:escalate`. `tried` is for the audit log. */
export function requireInToken(
  needed: readonly string[],
  { permissions }: Pick<Requester, "permissions">,
  tried: readonly string[],
): void {
  if (permissions.has(ESCALATE)) return;
  const lacking = [...new Set(needed)].filter((permission) => !permissions.has(permission));
  if (lacking.length === 0) return;
  const shown = lacking.slice(0, MAX_SHOWN);
  throw new ForbiddenError(
    `this concerns permissions of Licet itself, which the token must carry; it lacks ${shown.join(", ")}: ask for a token with that scope, or with ${ESCALATE}`,
    { lacking: shown, tried },
  );
}

/** Deleting a role or a group deletes thousands of assignments and memberships that need the same permissions. */
function distinct(changes: readonly Change[]): readonly Change[] {
  const key = (change: Change): unknown => {
    if (change.op === "put") return change;
    if (change.kind === "membership") return `member of ${change.value.group}`;
    if (change.kind !== "assignment") return change;
    const { role, permission, at, expiresAt } = change.value;
    return JSON.stringify([role, permission, at, expiresAt]);
  };
  return [...new Map(changes.map((change) => [key(change), change])).values()];
}
