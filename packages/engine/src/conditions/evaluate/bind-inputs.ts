import type { ConditionInputs } from "../condition.ts";
import { type ConditionNode, childrenOf } from "../condition-node.ts";
import { findPath, type InputPath, readPath, writePath } from "../input-paths.ts";
import { INPUTS } from "../input-shapes.ts";
import { toCelTimestamp, toCelValue } from "./to-cel-value.ts";
import { FAILED, type Value } from "./value.ts";
import type { WorkBudget } from "./work.ts";

/** The input paths that an expression reads, each once. */
export interface InputBinding {
  /** The paths that the expression names, for explanations. */
  readonly paths: readonly InputPath[];
  /** The slot of a node that is a path, or that tests whether a path has a value; undefined for all others. */
  slotOf(node: ConditionNode): number | undefined;
  /** The values of all slots. No other part of the inputs is read or converted. */
  bind(inputs: ConditionInputs, budget: WorkBudget): readonly Value[];
}

type Read = (inputs: ConditionInputs, budget: WorkBudget) => Value;

export function bindInputs(tree: ConditionNode): InputBinding {
  const slots = new Map<string, number>();
  const reads: Read[] = [];
  const paths = new Map<string, InputPath>();

  const visit = (node: ConditionNode): void => {
    const path = findPath(node);
    if (path === undefined) {
      for (const child of childrenOf(node)) visit(child);
      return;
    }
    const written = writePath(path);
    paths.set(written, path);
    const key = keyOf(node, written);
    if (slots.has(key)) return;
    slots.set(key, reads.length);
    reads.push(node.kind === "has" ? (inputs) => readPresence(path, inputs) : readerOf(path));
  };

  visit(tree);
  return {
    paths: [...paths.values()],
    slotOf(node) {
      const path = findPath(node);
      return path && slots.get(keyOf(node, writePath(path)));
    },
    bind: (inputs, budget) => reads.map((read) => read(inputs, budget)),
  };
}

const keyOf = ({ kind }: ConditionNode, path: string): string => (kind === "has" ? `has(${path})` : path);

function readerOf(path: InputPath): Read {
  const [member = "", ...rest] = path.keys;
  const isTime = rest.length === 0 && INPUTS.get(path.root)?.members[member]?.kind === "timestamp";
  const convert = isTime ? toCelTimestamp : toCelValue;
  return (inputs, budget) => {
    const value = readPath(path, inputs);
    return value === undefined ? FAILED : convert(value, budget);
  };
}

/**
 * `has(a.b)`: true when `a` has `b`. When `a` itself is absent the test fails, except for the inputs themselves: a
 * request without a client simply has no `client.id`. JSON's null counts as absent.
 */
function readPresence(path: InputPath, inputs: ConditionInputs): Value {
  if (path.keys.length > 1) {
    const holder = readPath({ root: path.root, keys: path.keys.slice(0, -1) }, inputs);
    if (holder === undefined) return FAILED;
  }
  const value = readPath(path, inputs);
  return value !== undefined && value !== null;
}
