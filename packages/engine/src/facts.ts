import type { PrincipalAssignments } from "./compiled-assignment.ts";
import type { ConditionInputs } from "./conditions/condition.ts";
import type { InstanceKey, PrincipalKey } from "./entities.ts";
import type { Model } from "./model.ts";
import type { Attributes } from "./values/attributes.ts";

/** The facts behind a decision about one subject, true at one revision. */
export interface Facts {
  readonly revision: number;
  readonly model: Model;
  readonly subject: ConditionInputs["subject"];
  /** The principal whose permissions count. Of an access account: its application. */
  readonly principal: PrincipalKey;
  /** The groups that name the principal as a member; which groups these are in, the model knows. */
  readonly groups: readonly PrincipalKey[];
  /** The assignments of the principal and of every group it is in, its own first. */
  readonly assignmentsByPrincipal: readonly PrincipalAssignments[];
  /** Only for access accounts that have one. */
  readonly ceiling: Ceiling | undefined;
  /** The instances that were asked about, by key. */
  readonly instances: ReadonlyMap<InstanceKey, InstanceFacts>;
}

export interface Ceiling {
  /** The access account. */
  readonly principal: PrincipalKey;
  readonly permissions: readonly string[];
  /** The account's own assignments: allowed beside `permissions`. */
  readonly assignmentsByPrincipal: readonly PrincipalAssignments[];
}

export interface InstanceFacts {
  readonly id: string;
  readonly attributes: Attributes;
  /** The instance itself, then its ancestors, nearest first. */
  readonly path: readonly InstanceKey[];
}
