import type { Attributes } from "../core/attributes.ts";
import type { ConditionInputs } from "./conditions/condition.ts";
import type { InstanceKey } from "./entities.ts";
import type { CompiledAssignment, Model } from "./model.ts";

/** Everything a decision about one subject rests on, true at one revision. */
export interface Facts {
  readonly revision: number;
  readonly model: Model;
  readonly subject: ConditionInputs["subject"];
  /** The assignments of the subject and of every group it is in. Of an access account: its application's. */
  readonly assignments: readonly CompiledAssignment[];
  /** Only for access accounts that have one. */
  readonly ceiling?: Ceiling;
  /** The instances that were asked about, by key. */
  readonly instances: ReadonlyMap<InstanceKey, InstanceFacts>;
}

export interface Ceiling {
  readonly permissions: readonly string[];
  /** The account's own assignments: what they give is allowed beside `permissions`. */
  readonly assignments: readonly CompiledAssignment[];
}

export interface InstanceFacts {
  readonly id: string;
  readonly attributes: Attributes;
  /** The instance itself, then its ancestors, nearest first. */
  readonly path: readonly InstanceKey[];
}
