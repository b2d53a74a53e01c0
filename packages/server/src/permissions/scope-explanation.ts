import type { EpochSeconds } from "../core/time.ts";
import type { ScopeRequest } from "./decide-scopes.ts";
import type { Assignment, InstanceKey } from "./entities.ts";
import type { ConditionExplanation } from "./explain-condition.ts";
import type { RefusalReason } from "./refusal.ts";

export interface ExplanationRequest extends ScopeRequest {
  /** The names of all roles, so that those that would help can be named. */
  readonly roles?: readonly string[];
}

export type ScopeExplanation = GrantedExplanation | RefusedExplanation;

export interface GrantedExplanation {
  readonly granted: true;
  readonly scope: string;
  /** The item that was asked for: another than `scope` when that was a `*`. */
  readonly asked: string;
  readonly via: Way;
  readonly until?: EpochSeconds;
}

export interface RefusedExplanation {
  readonly granted: false;
  readonly scope: string;
  readonly asked: string;
  readonly reason: RefusalReason;
  readonly nearMisses: readonly NearMiss[];
  readonly mends: readonly Mend[];
}

/** How an assignment gives a permission. */
export interface Way {
  readonly assignment: Assignment;
  readonly permission: string;
  /** From the assigned role to the one that grants; empty when the permission is assigned directly. */
  readonly roles: readonly string[];
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
