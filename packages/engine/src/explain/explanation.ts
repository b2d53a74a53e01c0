import type { Assignment, InstanceKey, PrincipalKey } from "../entities.ts";
import type { EpochSeconds } from "../values/time.ts";
import type { ConditionExplanation } from "./explain-condition.ts";

/** How an assignment gives a permission, from the subject to the grant. */
export interface GrantPathExplanation {
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

/** An assignment that names the permission but does not apply, with all reasons. */
export interface NearMiss extends GrantPathExplanation {
  readonly blockedBy: readonly Blocker[];
}

export type Blocker =
  | { readonly kind: "expired"; readonly expiredAt: EpochSeconds }
  | { readonly kind: "other_instance"; readonly at: InstanceKey }
  | { readonly kind: "condition"; readonly condition: ConditionExplanation };

/** A change that would allow what was denied, or a hint for the reader. `describeSuggestion` puts it into a sentence. */
export type Suggestion =
  | { readonly kind: "unknown_subject" | "enable_subject"; readonly subject: string }
  | {
      readonly kind: "other_permissions";
      readonly resource: string;
      readonly permissions: readonly string[];
    }
  | { readonly kind: "unknown_permission"; readonly permission: string; readonly nearest?: string }
  /** The permission belongs to no resource: nothing of one may be named with it. */
  | { readonly kind: "omit_instance" | "omit_resource" }
  | { readonly kind: "use_instance_of"; readonly resource: string }
  | { readonly kind: "use_resource"; readonly identifier: string }
  /** It shares no token with the other requested scopes: a request with only the resource `identifier` gives it. */
  | { readonly kind: "request_separately"; readonly identifier: string }
  | { readonly kind: "check_instance"; readonly instance: InstanceKey }
  | { readonly kind: "request_instance"; readonly scope: string; readonly instance: InstanceKey }
  | { readonly kind: "extend_assignment"; readonly assignment: string }
  /** `change` is the piece of a configuration file that does it. */
  | {
      readonly kind: "assign_permission";
      readonly change: { readonly assignments: readonly [SuggestedAssignment] };
    }
  /** Any of the roles would help; `more` others are not listed. */
  | {
      readonly kind: "assign_role";
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
  | { readonly kind: "provide_context"; readonly missing: readonly string[] }
  /** `reads` are the inputs that the condition names, such as `subject.attributes.level`. */
  | { readonly kind: "satisfy_condition"; readonly condition: string; readonly reads: readonly string[] }
  | { readonly kind: "add_delegated_scope"; readonly scope: string }
  | { readonly kind: "request_consent_again" | "use_authorization_code" };

export interface SuggestedAssignment {
  readonly principal: string;
  readonly permission: string;
  readonly at?: InstanceKey;
}
