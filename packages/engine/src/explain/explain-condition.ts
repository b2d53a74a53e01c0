import type { Condition, ConditionInputs, ConditionOutcome } from "../conditions/condition.ts";
import { type ConditionNode, childrenOf } from "../conditions/condition-node.ts";
import { findPath, type InputPath, readPath, writePath } from "../conditions/input-paths.ts";
import { parseCondition } from "../conditions/parse-condition.ts";
import { memoize } from "../values/bounded-cache.ts";

export interface ConditionExplanation {
  /** The owner of the condition: the assignment, or a grant within the role. */
  readonly of: "assignment" | "role";
  readonly source: string;
  readonly outcome: ConditionOutcome;
  /** The inputs it names, such as `request.ip`, as far as they are there. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The inputs it names that are not there. */
  readonly missing: readonly string[];
}

export function explainCondition(
  of: ConditionExplanation["of"],
  condition: Condition,
  inputs: ConditionInputs,
  outcome: ConditionOutcome,
): ConditionExplanation {
  return {
    of,
    source: condition.source,
    outcome,
    values: condition.values(inputs),
    missing: inputsRead(condition.source)
      .filter((path) => readPath(path, inputs) === undefined)
      .map(writePath),
  };
}

const CACHED_CONDITIONS = 1_000;

/**
 * The inputs that an expression reads; testing one with `has(…)` is not reading it. Cached, because a list of permissions
 * explains the same condition many times, and parsing costs more than deciding.
 */
const inputsRead = memoize(CACHED_CONDITIONS, (source): readonly InputPath[] => {
  const parsed = parseCondition(source);
  if ("diagnostic" in parsed) return [];
  const paths = new Map<string, InputPath>();
  const visit = (node: ConditionNode): void => {
    const path = findPath(node);
    if (path === undefined) for (const child of childrenOf(node)) visit(child);
    else if (node.kind !== "has") paths.set(writePath(path), path);
  };
  visit(parsed.tree);
  return [...paths.values()];
});
