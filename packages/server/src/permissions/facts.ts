import type { Attributes } from "../core/attributes.ts";
import type { PrincipalAssignments } from "./compiled-assignment.ts";
import type { ConditionInputs } from "./conditions/condition.ts";
import type { InstanceKey, PrincipalKey } from "./entities.ts";
import type { Model } from "./model.ts";

/** Everything a decision about one subject rests on, true at one revision. */
export interface Facts {
  readonly revision: number;
  readonly model: Model;
  readonly subject: ConditionInputs["subject"];
  /** Whose permissions count. Of an access account: its application. */
  readonly principal: PrincipalKey;
  /** The groups that name the principal as a member; which groups these are in, the model knows. */
  readonly groups: readonly PrincipalKey[];
  /** What the principal and every group it is in were given, its own first. */
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
  /** What the account itself was given: allowed beside `permissions`. */
  readonly assignmentsByPrincipal: readonly PrincipalAssignments[];
}

export interface InstanceFacts {
  readonly id: string;
  readonly attributes: Attributes;
  /** The instance itself, then its ancestors, nearest first. */
  readonly path: readonly InstanceKey[];
}
