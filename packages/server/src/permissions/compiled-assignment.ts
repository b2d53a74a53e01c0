import { BoundedCache } from "../core/bounded-cache.ts";
import type { EpochSeconds } from "../core/time.ts";
import { assignmentId } from "./assignment-id.ts";
import type { Condition } from "./conditions/condition.ts";
import type { Assignment, InstanceKey, PrincipalKey } from "./entities.ts";

/**
 * The assignments of one principal. There may be a million, of which most differ only in who has them, so they
 * are held without what can be told from the rest: the principal stands once, and equal assignments are one object.
 */
export interface PrincipalAssignments {
  readonly principal: PrincipalKey;
  readonly assignments: readonly CompiledAssignment[];
}

/** An assignment without its principal, ready to evaluate. */
export interface CompiledAssignment {
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
export function assignmentOf(
  principal: PrincipalKey,
  { target, at, expiresAt }: CompiledAssignment,
): Assignment {
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

const SHARED_ASSIGNMENTS = 20_000;

/** Equal assignments that hold everywhere and for ever become one, and so do the targets of all others. */
export function createCompileAssignment(
  compile: (source: string) => Condition,
): (assignment: Omit<Assignment, "id" | "principal">) => CompiledAssignment {
  const shared = new BoundedCache<CompiledAssignment>(SHARED_ASSIGNMENTS);
  return ({ role, permission, when, at, expiresAt }) => {
    const key = JSON.stringify([role, permission, when]);
    let assignment = shared.get(key);
    if (!assignment) {
      const condition = when === undefined ? undefined : compile(when);
      assignment = { target: { role, permission, condition }, at: undefined, expiresAt: undefined };
      shared.set(key, assignment);
    }
    if (at === undefined && expiresAt === undefined) return assignment;
    return { target: assignment.target, at, expiresAt };
  };
}
