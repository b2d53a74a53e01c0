import type { EpochSeconds } from "../core/time.ts";
import type { Assignment, InstanceKey, PrincipalKey } from "./entities.ts";
import type { ConditionExplanation } from "./explain-condition.ts";

/** How an assignment gives a permission, told from the subject to the grant. */
export interface Way {
  /** From the subject to who has the assignment: `["user:usr_…", "group:sales", "group:staff"]`. */
  readonly principals: readonly PrincipalKey[];
  readonly assignment: Assignment;
  /** From the instance asked about up to the one that the assignment is for; empty when it holds everywhere. */
  readonly instances: readonly InstanceKey[];
  readonly permission: string;
  /** From the assigned role to the one that grants; empty when the permission is assigned directly. */
  readonly roles: readonly string[];
  /** As it is written in the role or in the assignment: `orders:read` or `orders:*`. */
  readonly grant: string;
  readonly conditions: readonly ConditionExplanation[];
}

/** An assignment that names the permission, and all that keeps it from holding here and now. */
export interface NearMiss extends Way {
  readonly obstacles: readonly Obstacle[];
}

export type Obstacle =
  | { readonly kind: "expired"; readonly expiredAt: EpochSeconds }
  | { readonly kind: "elsewhere"; readonly at: InstanceKey }
  | { readonly kind: "condition"; readonly condition: ConditionExplanation };

/** Something a person could do about a refusal. */
export interface Mend {
  readonly text: string;
  /** The piece of a state file that does it. */
  readonly change?: { readonly assignments: readonly SuggestedAssignment[] };
}

export interface SuggestedAssignment {
  readonly principal: string;
  readonly permission: string;
  readonly at?: InstanceKey;
}
