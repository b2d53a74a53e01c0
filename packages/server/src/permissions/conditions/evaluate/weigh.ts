import { type ConditionNode, everyNode, type NodeOf } from "../condition-node.ts";

/** Times are messages to the evaluator, many times as dear as numbers; `+` and `-` may be about them. */
const WEIGHTS: Readonly<Record<string, number>> = {
  timestamp: 8,
  duration: 8,
  string: 3,
  "_+_": 3,
  "_-_": 3,
};

/** What going through an expression once costs, without what its data adds. */
export function weigh(tree: ConditionNode): number {
  let weight = 0;
  everyNode(tree, (node) => {
    weight += (node.kind === "call" ? WEIGHTS[node.name] : undefined) ?? 1;
  });
  return weight;
}

/** What a loop pays for each element: the loop's own condition and step, and what it repeats. */
export const weighTurn = ({ bodies }: NodeOf<"comprehension">): number =>
  bodies.reduce((weight, body) => weight + weigh(body), 2);
