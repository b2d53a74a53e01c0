import { type ConditionNode, everyNode, type NodeOf } from "../condition-node.ts";

/** The evaluator represents times as messages, which cost many times as much as numbers; `+` and `-` may get them. */
const WEIGHTS: Readonly<Record<string, number>> = {
  timestamp: 8,
  duration: 8,
  string: 3,
  "_+_": 3,
  "_-_": 3,
};

/** The cost of evaluating an expression once, without the cost of its data. */
export function weigh(tree: ConditionNode): number {
  let weight = 0;
  everyNode(tree, (node) => {
    weight += (node.kind === "call" ? WEIGHTS[node.name] : undefined) ?? 1;
  });
  return weight;
}

/** The cost of a loop for each element: the loop itself and the bodies that it repeats. */
export const weighIteration = ({ bodies }: NodeOf<"comprehension">): number =>
  bodies.reduce((weight, body) => weight + weigh(body), 2);
