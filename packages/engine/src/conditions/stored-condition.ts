import { memoize } from "../values/bounded-cache.ts";
import { compileCondition } from "./compile-condition.ts";
import type { Condition, ConditionInputs, ConditionOutcome } from "./condition.ts";
import { READS_EVERYTHING } from "./condition-reads.ts";
import type { WorkBudget } from "./evaluate/work.ts";

/** Conditions are checked when they are written. One that does not compile all the same must not grant anything. */
export function compileOrNeverHolds(source: string, compile = compileCondition): Condition {
  try {
    return compile(source);
  } catch {
    return {
      source,
      readsInstance: true,
      reads: [],
      membersRead: READS_EVERYTHING,
      evaluate: () => "missing",
      values: () => ({}),
    };
  }
}

const REMEMBERED = 10_000;
const compiled = memoize(REMEMBERED, (source) => compileOrNeverHolds(source));

/**
 * A condition that is compiled when a decision needs it. It is small: there may be a million of them in a copy of the
 * permission data, and a process asks about a few.
 */
export class StoredCondition implements Condition {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  get readsInstance(): boolean {
    return compiled(this.source).readsInstance;
  }

  get reads(): readonly string[] {
    return compiled(this.source).reads;
  }

  get membersRead(): Condition["membersRead"] {
    return compiled(this.source).membersRead;
  }

  evaluate(inputs: ConditionInputs, budget?: WorkBudget): ConditionOutcome {
    return compiled(this.source).evaluate(inputs, budget);
  }

  values(inputs: ConditionInputs): Readonly<Record<string, unknown>> {
    return compiled(this.source).values(inputs);
  }
}
