import { memoize } from "../values/bounded-cache.ts";
import { compileCondition, planCondition } from "./compile-condition.ts";
import type { Condition } from "./condition.ts";
import { conjunctsOf, writeForm } from "./condition-form.ts";
import { parseCondition } from "./parse-condition.ts";

/** One of the parts that a condition joins by `&&`. */
export interface Conjunct {
  /** Equal for parts that are parsed alike. */
  readonly form: string;
  readonly condition: Condition;
}

const REMEMBERED = 1_000;

/** Throws InvalidConditionError. */
export const compileConjuncts: (source: string) => readonly Conjunct[] = memoize(REMEMBERED, (source) => {
  // Checks the text as a whole: only the parts of a valid condition are valid.
  compileCondition(source);
  const parsed = parseCondition(source);
  if ("diagnostic" in parsed) throw new Error("a condition that compiles can be parsed");
  return conjunctsOf(parsed.tree).map((node) => ({
    form: writeForm(node),
    condition: planCondition(source, node),
  }));
});
