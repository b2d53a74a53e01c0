import type { Question } from "@licet/engine/internal/decide.ts";
import type { InstanceKey } from "@licet/engine/internal/entities.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import { ForbiddenError } from "../write/errors.ts";
import { ESCALATE, type Requester } from "../write/requester.ts";
import type { Guard } from "../write/write-state.ts";
import { describeChanges, MAX_SHOWN } from "./describe-change.ts";
import { findGrantedPermissions } from "./find-granted-permissions.ts";
import { type GrantedPermission, isOwnPermission } from "./granted-permission.ts";
import { createHoldsAsBroadly, holdsNow } from "./holds-as-broadly.ts";
import type { ReadForChanges } from "./read-for-changes.ts";

/**
 * A caller may only grant permissions that it holds. Otherwise the permission to assign roles would include every
 * permission: with one call, the caller could assign itself the rest.
 *
 * The engine that makes all other decisions decides what the caller holds, now and with the caller's own address and
 * client. In doubt the answer is no:
 *
 * - For `orders:*` the caller needs `orders:*` itself. All current actions are not enough: new ones may be added.
 * - To grant at an instance, the caller must hold the permission there; to grant everywhere, everywhere.
 * - A permission that the caller holds under a condition is granted only under conditions that are as narrow: their
 *   parts, joined by `&&`, contain those of the caller's, parsed alike. These must be true now, unless only the
 *   later use of the permission decides them.
 * - A role that the caller has without condition, instance and expiry may be assigned, whatever its conditions are.
 * - No grant lasts longer than the caller's own permission, or a permission for a day could become permanent.
 * - A permission of Licet itself must also be in the token. An administrator's token for one task would otherwise be a
 *   token for all: one call could appoint another administrator. Permissions of other resources need not be there,
 *   since a token for this API does not carry them.
 *
 * The rule does not apply to a caller with `licet:escalate` in the token.
 */
export function createCheckEscalation(dependencies: {
  readonly readFor: ReadForChanges;
  readonly factSource: FactSource;
  readonly clock: Clock;
}): Guard {
  const { readFor, factSource, clock } = dependencies;

  return async (changes, requester) => {
    if (requester.permissions.has(ESCALATE)) return;
    const reader = await readFor(changes);
    const granted = (
      await Promise.all(changes.map((change) => findGrantedPermissions(change, reader)))
    ).flat();
    const permissions = distinct(granted);
    if (permissions.length === 0) return;
    const instances = [...new Set(permissions.map(({ at }) => at).filter((at) => at !== undefined))];
    const facts = await factSource.gather({ subject: requester.subject, instances });
    const context = requesterContext(requester, clock);
    const holds = await createHoldsAsBroadly(facts, context, reader);
    const notHeld = permissions.filter((granted) => !holds(granted));
    const notCarried = permissions.filter(
      (granted) => !carries(requester, granted) && !notHeld.includes(granted),
    );
    if (notHeld.length + notCarried.length === 0) return;
    const narrowly = notHeld.filter((granted) => holdsNow(facts, granted, context));
    const absent = notHeld.filter((granted) => !narrowly.includes(granted));
    throw new ForbiddenError(explain(namesOf(absent), namesOf(narrowly), namesOf(notCarried)), {
      lacking: namesOf([...notHeld, ...notCarried]),
      tried: describeChanges(changes),
    });
  };
}

/** `licet:*` is in no token: a caller that requested it has `licet:escalate` and passed before. */
const carries = ({ permissions }: Requester, granted: GrantedPermission): boolean =>
  !isOwnPermission(granted) || permissions.has(granted.permission);

function explain(
  absent: readonly string[],
  narrowly: readonly string[],
  notCarried: readonly string[],
): string {
  const sentences = [];
  if (absent.length > 0)
    sentences.push(`only what the caller holds can be granted; it lacks ${absent.join(", ")}`);
  if (narrowly.length > 0)
    sentences.push(
      `what the caller holds under a condition can be granted only under the same one; it holds ${narrowly.join(", ")} only under a condition`,
    );
  if (notCarried.length > 0)
    sentences.push(
      `permissions of Licet itself can be granted only by a token that carries them; this one lacks ${notCarried.join(", ")}: ask for a token with that scope, or with ${ESCALATE}`,
    );
  return sentences.join("; ");
}

/** The context of a caller, as conditions on its own permissions read it. */
export function requesterContext({ client, ip }: Requester, clock: Clock): Question["context"] {
  const { id, application } = client;
  return {
    client: { id, application: application.id, type: application.type, name: application.name },
    request: { time: clock.seconds(), ip },
  };
}

/** A batch may grant the same permission a thousand times. */
function distinct(permissions: readonly GrantedPermission[]): readonly GrantedPermission[] {
  const key = ({ permission, at, until, conditions, assignedRole }: GrantedPermission) =>
    JSON.stringify([permission, at, until, conditions, assignedRole]);
  return [...new Map(permissions.map((granted) => [key(granted), granted])).values()];
}

const namesOf = (permissions: readonly GrantedPermission[]): readonly string[] =>
  [...new Set(permissions.map(describe))].slice(0, MAX_SHOWN);

const describe = ({ permission, at }: { permission: string; at?: InstanceKey }): string =>
  at === undefined ? permission : `${permission} at ${at}`;
