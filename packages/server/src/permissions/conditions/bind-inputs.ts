import { type CelInput, celError } from "@bufbuild/cel";
import type { ConditionInputs } from "./condition.ts";
import { type ConditionNode, childrenOf } from "./condition-node.ts";
import { findPath, type InputPath, readPath, writePath } from "./input-paths.ts";
import { INPUTS } from "./input-shapes.ts";
import { toCelInput, toCelTimestamp } from "./to-cel-input.ts";

/** A variable of the planned expression, in the place of a path or of a question whether there is something. */
interface Slot {
  readonly name: string;
  readonly read: (inputs: ConditionInputs) => Bound;
}

type Bound = CelInput | ReturnType<typeof celError>;
export type Bindings = Record<string, CelInput>;

export interface InputBinding {
  /** The paths that the expression names, for explanations. */
  readonly paths: readonly InputPath[];
  bind(inputs: ConditionInputs): Bindings;
}

/** Errors are values to the evaluator. Made once, since an error with its stack costs more than an evaluation. */
const ABSENT = celError("there is no such data");
const UNUSABLE = celError("the data is too large or of no use");

/**
 * Replaces every path in the evaluator's tree by one variable, so that evaluating reads just these places of the
 * inputs and converts nothing else.
 */
export function bindInputs(tree: ConditionNode): InputBinding {
  const slots = new Map<string, Slot>();
  const paths = new Map<string, InputPath>();

  const visit = (node: ConditionNode): void => {
    const path = findPath(node);
    if (path === undefined) {
      for (const child of childrenOf(node)) visit(child);
      return;
    }
    const written = writePath(path);
    paths.set(written, path);
    const key = node.kind === "has" ? `has(${written})` : written;
    const slot = slots.get(key) ?? {
      name: `@${slots.size}`,
      read: node.kind === "has" ? (inputs) => readPresence(path, inputs) : readerOf(path),
    };
    slots.set(key, slot);
    node.expr.exprKind = { case: "identExpr", value: { $typeName: "cel.expr.Expr.Ident", name: slot.name } };
  };

  visit(tree);
  const bound = [...slots.values()];
  return {
    paths: [...paths.values()],
    bind(inputs) {
      const bindings: Record<string, Bound> = {};
      for (const { name, read } of bound) bindings[name] = read(inputs);
      // The evaluator accepts an error for a variable, though its types do not say so.
      return bindings as Bindings;
    },
  };
}

function readerOf(path: InputPath): Slot["read"] {
  const [member = "", ...rest] = path.keys;
  const isTime = rest.length === 0 && INPUTS.get(path.root)?.members[member]?.kind === "timestamp";
  const convert = isTime ? toCelTimestamp : toCelInput;
  return (inputs) => {
    const value = readPath(path, inputs);
    if (value === undefined) return ABSENT;
    const converted = convert(value);
    return converted === undefined ? UNUSABLE : converted;
  };
}

/**
 * `has(a.b)`: whether `a` has `b`. When even `a` is not there the question fails, except for the inputs themselves:
 * a request without a client simply has no `client.id`. JSON's null counts as not there.
 */
function readPresence(path: InputPath, inputs: ConditionInputs): Bound {
  if (path.keys.length > 1) {
    const holder = readPath({ root: path.root, keys: path.keys.slice(0, -1) }, inputs);
    if (holder === undefined) return ABSENT;
  }
  const value = readPath(path, inputs);
  return value !== undefined && value !== null;
}
