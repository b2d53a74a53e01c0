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

/** Something a person could do about a refusal, or should know. `describeMend` says it in a sentence. */
export type Mend =
  | { readonly kind: "unknown_subject" | "enable_subject"; readonly subject: string }
  | {
      readonly kind: "other_permissions";
      readonly resource: string;
      readonly permissions: readonly string[];
    }
  | { readonly kind: "unknown_permission"; readonly permission: string; readonly nearest?: string }
  /** The permission belongs to no resource: nothing of one may be named with it. */
  | { readonly kind: "no_instance" | "no_resource" }
  | { readonly kind: "instance_of"; readonly resource: string }
  | { readonly kind: "resource_of"; readonly identifier: string }
  /** It shares no token with what else was requested: `identifier` as the one resource gives it. */
  | { readonly kind: "request_separately"; readonly identifier: string }
  | { readonly kind: "ask_about"; readonly instance: InstanceKey }
  | { readonly kind: "ask_for"; readonly scope: string; readonly instance: InstanceKey }
  | { readonly kind: "prolong"; readonly assignment: string }
  /** `change` is the piece of a state file that does it. */
  | {
      readonly kind: "assign";
      readonly change: { readonly assignments: readonly [SuggestedAssignment] };
    }
  /** Any of the roles, of which `more` are not named. Whoever acts for another gets it from that other. */
  | {
      readonly kind: "give_role";
      readonly principal: PrincipalKey;
      readonly roles: readonly string[];
      readonly more: number;
    }
  | {
      readonly kind: "raise_ceiling";
      readonly account: string;
      readonly ceiling: readonly string[];
      readonly permission: string;
    }
  | { readonly kind: "bring"; readonly missing: readonly string[] }
  /** `reads` are the inputs that the condition names, such as `subject.attributes.level`. */
  | { readonly kind: "satisfy"; readonly condition: string; readonly reads: readonly string[] }
  | { readonly kind: "delegate"; readonly scope: string }
  | { readonly kind: "ask_user_again" | "act_for_user" };

export interface SuggestedAssignment {
  readonly principal: string;
  readonly permission: string;
  readonly at?: InstanceKey;
}
