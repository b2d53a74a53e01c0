import { assignmentId } from "./assignment-id.ts";
import type { Condition } from "./conditions/condition.ts";
import type { Assignment, InstanceKey, PrincipalKey } from "./entities.ts";
import { BoundedCache } from "./values/bounded-cache.ts";
import type { EpochSeconds } from "./values/time.ts";

/**
 * The assignments of one principal. There may be a million assignments that differ only in their principal. To save
 * memory, the principal is stored once, and equal assignments are one object.
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

/** The assignment as it is stored. Its id is derived from the rest. */
export function toAssignment(
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

/** Equal assignments without an instance and an end become one object; all others share their targets. */
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
