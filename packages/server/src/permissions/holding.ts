import { BoundedCache } from "../core/bounded-cache.ts";
import type { EpochSeconds } from "../core/time.ts";
import { assignmentId } from "./assignment-id.ts";
import type { Condition } from "./conditions/condition.ts";
import type { Assignment, InstanceKey, PrincipalKey } from "./entities.ts";

/**
 * What one principal was given. There may be a million assignments, of which most differ only in who has them, so they
 * are held without what can be told from the rest: the principal stands once, and equal gifts are one object.
 */
export interface Holding {
  readonly principal: PrincipalKey;
  readonly gifts: readonly Gift[];
}

/** An assignment without its principal. */
export interface Gift {
  readonly target: Target;
  readonly at: InstanceKey | undefined;
  readonly expiresAt: EpochSeconds | undefined;
}

/** A role or one permission, under a condition or not. */
export interface Target {
  readonly role: string | undefined;
  /** A permission of the catalogue, or `<resource>:*`. */
  readonly permission: string | undefined;
  readonly condition: Condition | undefined;
}

/** The assignment as it is stored: its id follows from the rest. */
export function assignmentOf(principal: PrincipalKey, { target, at, expiresAt }: Gift): Assignment {
  const { role, permission, condition } = target;
  const assignment = {
    principal,
    ...(role !== undefined && { role }),
    ...(permission !== undefined && { permission }),
    ...(at !== undefined && { at }),
    ...(condition && { when: condition.source }),
  };
  return { id: assignmentId(assignment), ...assignment, ...(expiresAt !== undefined && { expiresAt }) };
}

const SHARED_GIFTS = 20_000;

/** Equal gifts that hold everywhere and for ever become one, and so do the targets of all others. */
export function createCompileGift(
  compile: (source: string) => Condition,
): (assignment: Omit<Assignment, "id" | "principal">) => Gift {
  const shared = new BoundedCache<Gift>(SHARED_GIFTS);
  return ({ role, permission, when, at, expiresAt }) => {
    const key = JSON.stringify([role, permission, when]);
    let gift = shared.get(key);
    if (!gift) {
      const condition = when === undefined ? undefined : compile(when);
      gift = { target: { role, permission, condition }, at: undefined, expiresAt: undefined };
      shared.set(key, gift);
    }
    if (at === undefined && expiresAt === undefined) return gift;
    return { target: gift.target, at, expiresAt };
  };
}
