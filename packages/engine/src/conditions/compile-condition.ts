import { memoize } from "../values/bounded-cache.ts";
import { checkBounds } from "./bounds.ts";
import { checkLiterals } from "./check-literals.ts";
import type { Condition, ConditionDiagnostic, ConditionInputs, ConditionOutcome } from "./condition.ts";
import type { ConditionNode, Diagnostic } from "./condition-node.ts";
import { conditionReads } from "./condition-reads.ts";
import { bindInputs } from "./evaluate/bind-inputs.ts";
import { planExpression } from "./evaluate/plan-expression.ts";
import { weigh } from "./evaluate/weigh.ts";
import { createWorkBudget, spend, type WorkBudget } from "./evaluate/work.ts";
import { readPath, writePath } from "./input-paths.ts";
import { InvalidConditionError } from "./invalid-condition-error.ts";
import { parseCondition } from "./parse-condition.ts";
import { checkTypes } from "./type-check.ts";

const REMEMBERED = 10_000;

/**
 * Throws InvalidConditionError with all diagnostics. Compiling takes a hundred times as long as evaluating, and a
 * written condition is checked, compiled, and compiled again for every draft to which changes are applied.
 */
export const compileCondition: (source: string) => Condition = memoize(REMEMBERED, (source) => {
  const checked = check(source);
  if ("diagnostics" in checked) throw new InvalidConditionError(checked.diagnostics);
  return planCondition(source, checked.tree);
});

/** Finds the mistakes of an expression, in the order of the text; none when it is a valid condition. */
export function checkCondition(source: string): readonly ConditionDiagnostic[] {
  try {
    compileCondition(source);
    return [];
  } catch (error) {
    if (error instanceof InvalidConditionError) return error.diagnostics;
    throw error;
  }
}

type Checked = { readonly tree: ConditionNode } | { readonly diagnostics: readonly ConditionDiagnostic[] };

function check(source: string): Checked {
  const parsed = parseCondition(source);
  if ("diagnostic" in parsed) return { diagnostics: [locate(source, parsed.diagnostic)] };
  const { tree } = parsed;
  // Only a tree of bounded size is checked further.
  const tooLarge = checkBounds(tree);
  const diagnostics = tooLarge.length > 0 ? tooLarge : [...checkTypes(tree), ...checkLiterals(tree)];
  if (diagnostics.length === 0) return { tree };
  const inOrder = diagnostics.toSorted((one, other) => one.offset - other.offset);
  return { diagnostics: inOrder.map((diagnostic) => locate(source, diagnostic)) };
}

function locate(source: string, { offset, message }: Diagnostic): ConditionDiagnostic {
  const lines = source.slice(0, offset).split(/\r\n|\r|\n/);
  return { message, line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** The cost of an evaluation before its first step. */
const STARTING = 10;

export function planCondition(source: string, tree: ConditionNode): Condition {
  const size = STARTING + weigh(tree);
  const inputBinding = bindInputs(tree);
  const run = planExpression(tree, { slotOf: inputBinding.slotOf, loops: [] });
  return {
    source,
    readsInstance: inputBinding.paths.some(({ root, keys }) => root === "resource" && keys[0] !== "type"),
    reads: inputBinding.paths.map(writePath),
    membersRead: conditionReads(tree),
    evaluate(inputs: ConditionInputs, budget: WorkBudget = createWorkBudget()): ConditionOutcome {
      if (budget.left < size) {
        // Later conditions have no outcome either, even cheap ones: the answer must not depend on the order of grants.
        budget.left = 0;
        return "missing";
      }
      const { left } = budget;
      try {
        spend(budget, size);
        const result = run({ inputs: inputBinding.bind(inputs, budget), elements: [], budget });
        if (typeof result !== "boolean") return "missing";
        return result ? "true" : "false";
      } catch {
        return "missing";
      } finally {
        if (budget.meter) budget.meter.spent += left - budget.left;
      }
    },
    values(inputs: ConditionInputs): Readonly<Record<string, unknown>> {
      const named = inputBinding.paths.map((path) => [writePath(path), readPath(path, inputs)] as const);
      return Object.fromEntries(named.filter(([, value]) => value !== undefined));
    },
  };
}
