import { type ConditionNode, type Expr, everyNode, type NodeOf } from "./condition-node.ts";
import { isCallOf } from "./parse-condition.ts";

/**
 * Makes every loop of the evaluator's tree pay for its turns (by the size of what it repeats), and grow its list in
 * place: the parser's `@result + [x]` would copy the list at each turn.
 */
export function boundLoops(tree: ConditionNode): void {
  everyNode(tree, (node) => {
    if (node.kind !== "comprehension" || node.expr.exprKind.case !== "comprehensionExpr") return;
    const loop = node.expr.exprKind.value;
    if (loop.loopCondition !== undefined) {
      loop.loopCondition = callOf("@spend", [intOf(sizeOfTurn(node)), loop.loopCondition]);
    }
    if (loop.loopStep !== undefined && (node.macro === "map" || node.macro === "filter"))
      appendInPlace(loop.loopStep);
  });
}

function sizeOfTurn({ bodies }: NodeOf<"comprehension">): number {
  let size = 2; // the loop's own condition and step
  for (const body of bodies) size += weigh(body);
  return size;
}

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

/** `@result + [x]`, alone or as the first choice of a `? :`. */
function appendInPlace(step: Expr): void {
  const sum =
    isCallOf(step, "_?_:_") && step.exprKind.case === "callExpr" ? step.exprKind.value.args[1] : step;
  if (sum?.exprKind.case !== "callExpr") return;
  const [result, list] = sum.exprKind.value.args;
  const element = list?.exprKind.case === "listExpr" ? list.exprKind.value.elements[0] : undefined;
  if (result !== undefined && element !== undefined)
    sum.exprKind = callOf("@append", [result, element]).exprKind;
}

const callOf = (name: string, args: Expr[]): Expr => ({
  $typeName: "cel.expr.Expr",
  id: 0n,
  exprKind: { case: "callExpr", value: { $typeName: "cel.expr.Expr.Call", function: name, args } },
});

const intOf = (value: number): Expr => ({
  $typeName: "cel.expr.Expr",
  id: 0n,
  exprKind: {
    case: "constExpr",
    value: {
      $typeName: "cel.expr.Constant",
      constantKind: { case: "int64Value", value: BigInt(value) },
    },
  },
});
