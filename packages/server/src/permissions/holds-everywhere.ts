import type { Condition } from "./conditions/condition.ts";
import { type ConditionNode, childrenOf } from "./conditions/condition-node.ts";
import { findPath } from "./conditions/input-paths.ts";
import { parseCondition } from "./conditions/parse-condition.ts";
import { decide, type Question } from "./decide.ts";
import type { Facts } from "./facts.ts";
import type { Holding } from "./holding.ts";
import type { RoleGrant } from "./model.ts";

/**
 * Whether the permission is held at every instance there is or could be: by assignments that are not for one instance,
 * under conditions that do not look at it. Decided by the engine, with everything else left out.
 */
export function holdsEverywhere(facts: Facts, { permission, context }: Omit<Question, "instance">): boolean {
  const { model, ceiling } = facts;
  const everywhere = (holdings: readonly Holding[]): readonly Holding[] =>
    holdings.map(({ principal, gifts }) => ({
      principal,
      gifts: gifts.filter(({ at, target }) => at === undefined && !readsInstance(target.condition)),
    }));
  const grants = new Map(
    Array.from(model.grantsOf(permission), ([role, ways]): [string, readonly RoleGrant[]] => [
      role,
      ways.filter(({ condition }) => !readsInstance(condition)),
    ]),
  );
  const narrowed: Facts = {
    ...facts,
    model: { ...model, grantsOf: () => grants },
    holdings: everywhere(facts.holdings),
    ceiling: ceiling && { ...ceiling, holdings: everywhere(ceiling.holdings) },
  };
  return decide(narrowed, { permission, context }).allowed;
}

/** Whether a condition could answer differently for another instance: `resource.type` is the same for all of them. */
function readsInstance(condition: Condition | undefined): boolean {
  if (!condition) return false;
  const parsed = parseCondition(condition.source);
  return "problem" in parsed || namesInstance(parsed.tree);
}

function namesInstance(node: ConditionNode): boolean {
  const path = findPath(node);
  if (path) return path.root === "resource" && path.keys[0] !== "type";
  return childrenOf(node).some(namesInstance);
}
