import type { Attributes } from "../values/attributes.ts";
import type { EpochSeconds } from "../values/time.ts";
import type { WorkBudget } from "./evaluate/work.ts";

/**
 * The inputs of a condition. A member that is absent here is absent in the expression too: reading it makes the outcome
 * "missing", and the grant does not apply.
 */
export interface ConditionInputs {
  readonly subject: {
    readonly type: string;
    readonly id: string;
    readonly name?: string;
    readonly email?: string;
    readonly attributes: Attributes;
  };
  /** `type` is the resource's name; `id` and `attributes` are present when the question is about one instance. */
  readonly resource: { readonly type?: string; readonly id?: string; readonly attributes?: Attributes };
  readonly action: { readonly name: string };
  /** The caller: its client_id, and the application it acts for when it is an access account. */
  readonly client?: {
    readonly id: string;
    readonly application: string;
    readonly type: string;
    readonly name: string;
  };
  readonly request: {
    readonly time: EpochSeconds;
    readonly ip?: string;
    readonly grant_type?: string;
    readonly acr?: string;
    readonly amr?: readonly string[];
    readonly auth_time?: EpochSeconds;
    /** The context that the caller of a check sent. */
    readonly context?: Attributes;
  };
}

/**
 * "missing": data that the expression needs is absent, the expression failed for another reason, or the shared work
 * budget is used up. The grant never applies.
 */
export type ConditionOutcome = "true" | "false" | "missing";

export type InputRoot = keyof ConditionInputs;

/**
 * The inputs that a condition reads: the members directly below each input that it names. An input that is absent here
 * is not read. `all` means that every member of the input may be read.
 */
export type ConditionReads = ReadonlyMap<InputRoot, ReadonlySet<string> | "all">;

export interface Condition {
  readonly source: string;
  /** True when the outcome could differ between instances: `resource.type` is the same for all of them. */
  readonly readsInstance: boolean;
  /** The inputs the expression names, such as `request.ip`. */
  readonly reads: readonly string[];
  /** The same by input and member, for the guards. */
  readonly membersRead: ConditionReads;
  /** Conditions that get the same budget share it; without a budget, the condition has its own. */
  evaluate(inputs: ConditionInputs, budget?: WorkBudget): ConditionOutcome;
  /** The current values of the members that the condition reads, for explanations. */
  values(inputs: ConditionInputs): Readonly<Record<string, unknown>>;
}

/** A mistake in an expression and its position. Lines and columns count from 1. */
export interface ConditionDiagnostic {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}
