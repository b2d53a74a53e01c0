/**
 * Prepares an expression for evaluation: CEL's semantics, written for conditions. Its functions spend from the budget
 * of the run, and a failure is a value and not an error object. The library has neither; it creates the values and
 * parses.
 */
import {
  CelScalar,
  type CelUint,
  type CelValue,
  celList,
  celMap,
  celUint,
  isCelList,
  isCelMap,
  isCelUint,
  listType,
  mapType,
} from "@bufbuild/cel";
import type { ConditionNode, NodeOf } from "../condition-node.ts";
import type { Step } from "./evaluation.ts";
import { MAKES_TIME, planCall } from "./plan-call.ts";
import { planLoop } from "./plan-loop.ts";
import { FAILED, type Value } from "./value.ts";
import { createWorkBudget } from "./work.ts";

/** Resolves the names of an expression to slots. */
export interface Names {
  /** The slot of a node that reads the inputs. */
  slotOf(node: ConditionNode): number | undefined;
  /** The names that loops bind, outermost first; the index is the loop's number. */
  readonly loops: readonly string[];
}

export function planExpression(node: ConditionNode, names: Names): Step {
  const slot = names.slotOf(node);
  if (slot !== undefined) return ({ inputs }) => orFailed(inputs[slot]);
  const planOne = (child: ConditionNode): Step => planExpression(child, names);
  switch (node.kind) {
    case "literal":
      return constant(literalOf(node));
    case "name":
      return planName(node, names);
    case "member":
      return planIndex(planOne(node.operand), constant(node.field));
    case "has":
      return planPresence(planOne(node.operand), node.field);
    case "index":
      return planIndex(planOne(node.operand), planOne(node.key));
    case "call":
      return planOperation(node, planOne);
    case "list":
      return planList(node.elements.map(planOne));
    case "map":
      return planMap(node.entries.map(([key, value]) => [planOne(key), planOne(value)] as const));
    case "comprehension": {
      const inner = { ...names, loops: [...names.loops, node.variable] };
      const bodies = node.bodies.map((body) => planExpression(body, inner));
      return planLoop(node, planOne(node.range), bodies, names.loops.length);
    }
  }
}

const constant =
  (value: Value): Step =>
  () =>
    value;

const literalOf = ({ value, type }: NodeOf<"literal">): CelValue =>
  type.kind === "uint" && typeof value === "bigint" ? celUint(value) : value;

/** Types are values too: `type(subject.attributes.level) == double`. */
const TYPES: Readonly<Record<string, CelValue>> = {
  bool: CelScalar.BOOL,
  int: CelScalar.INT,
  uint: CelScalar.UINT,
  double: CelScalar.DOUBLE,
  string: CelScalar.STRING,
  bytes: CelScalar.BYTES,
  list: listType(CelScalar.DYN),
  map: mapType(CelScalar.DYN, CelScalar.DYN),
  null_type: CelScalar.NULL,
  type: CelScalar.TYPE,
};

function planName({ name }: NodeOf<"name">, { loops }: Names): Step {
  const loop = loops.lastIndexOf(name);
  if (loop !== -1) return ({ elements }) => orFailed(elements[loop]);
  return constant(Object.hasOwn(TYPES, name) ? orFailed(TYPES[name]) : FAILED);
}

function planOperation({ name, target, args }: NodeOf<"call">, planOne: (node: ConditionNode) => Step): Step {
  const steps = (target === undefined ? args : [target, ...args]).map(planOne);
  if (target === undefined && name === "_&&_") return planJunction(steps, false);
  if (target === undefined && name === "_||_") return planJunction(steps, true);
  if (target === undefined && name === "_?_:_") return planChoice(steps);
  const call = planCall(name, target !== undefined, steps.length);
  const [only] = args;
  // A literal time is the same at each evaluation, and costs more to create than the rest of the expression.
  if (MAKES_TIME.has(name) && only?.kind === "literal")
    return constant(call([literalOf(only)], createWorkBudget()));
  return (evaluation) => {
    const values: CelValue[] = [];
    for (const step of steps) {
      const value = step(evaluation);
      if (value === FAILED) return FAILED;
      values.push(value);
    }
    return call(values, evaluation.budget);
  };
}

/** One `false` decides an `&&` and one `true` an `||`, even if the other operand failed. */
const planJunction =
  (steps: readonly Step[], deciding: boolean): Step =>
  (evaluation) => {
    let result: Value = !deciding;
    for (const step of steps) {
      const value = step(evaluation);
      if (value === deciding) return deciding;
      if (typeof value !== "boolean") result = FAILED;
    }
    return result;
  };

function planChoice([test, yes, no]: readonly Step[]): Step {
  if (!test || !yes || !no) throw new Error("a choice has three parts");
  return (evaluation) => {
    const value = test(evaluation);
    if (typeof value !== "boolean") return FAILED;
    return value ? yes(evaluation) : no(evaluation);
  };
}

function planIndex(operand: Step, key: Step): Step {
  return (evaluation) => {
    const holder = operand(evaluation);
    if (holder === FAILED) return FAILED;
    const index = key(evaluation);
    return index === FAILED ? FAILED : elementOf(holder, index);
  };
}

function elementOf(holder: CelValue, key: CelValue): Value {
  const index = isCelUint(key) ? key.value : key;
  if (isCelMap(holder)) return isMapKey(index) ? orFailed(holder.get(index)) : FAILED;
  if (!isCelList(holder) || (typeof index !== "number" && typeof index !== "bigint")) return FAILED;
  return Number.isInteger(Number(index)) ? orFailed(holder.get(Number(index))) : FAILED;
}

type MapKey = string | number | bigint | boolean;

const isMapKey = (value: CelValue): value is MapKey => typeof value !== "object";

const orFailed = (value: Value | undefined): Value => (value === undefined ? FAILED : value);

/** `has(a.b)` for a value that an expression creates. JSON's null counts as absent. */
const planPresence =
  (operand: Step, field: string): Step =>
  (evaluation) => {
    const holder = operand(evaluation);
    return holder === FAILED ? FAILED : isCelMap(holder) && holder.has(field);
  };

const planList =
  (steps: readonly Step[]): Step =>
  (evaluation) => {
    const elements: CelValue[] = [];
    for (const step of steps) {
      const value = step(evaluation);
      if (value === FAILED) return FAILED;
      elements.push(value);
    }
    return celList(elements);
  };

const planMap =
  (entries: readonly (readonly [Step, Step])[]): Step =>
  (evaluation) => {
    const values = new Map<Exclude<MapKey, number> | CelUint, CelValue>();
    for (const [keyStep, valueStep] of entries) {
      const key = mapKeyOf(keyStep(evaluation));
      if (key === FAILED) return FAILED;
      const value = valueStep(evaluation);
      if (value === FAILED || values.has(key)) return FAILED;
      values.set(key, value);
    }
    return celMap(values);
  };

/** A JSON number is a key when it is an integer, as the int of the same value. */
function mapKeyOf(value: Value): Exclude<MapKey, number> | CelUint | typeof FAILED {
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : FAILED;
  if (typeof value !== "object") return value;
  return isCelUint(value) ? value : FAILED;
}
