import { type CelValue, celList, isCelList, isCelMap } from "@bufbuild/cel";
import type { NodeOf } from "../condition-node.ts";
import type { Evaluation, Step } from "./evaluation.ts";
import { FAILED, type Value } from "./value.ts";
import { weighIteration } from "./weigh.ts";
import { spend } from "./work.ts";

/**
 * A macro over the elements of a list or the keys of a map. A failure does not end a loop, since a later element may
 * decide it.
 *
 * @param loop the loop's number: where its element is found
 */
export function planLoop(
  node: NodeOf<"comprehension">,
  range: Step,
  bodies: readonly Step[],
  loop: number,
): Step {
  const workPerElement = weighIteration(node);
  const collect = createCollector(node.macro, bodies);
  return (evaluation) => {
    const holder = range(evaluation);
    const elements = holder === FAILED ? undefined : elementsOf(holder);
    return elements ? collect(evaluation, iterate(elements, evaluation, loop, workPerElement)) : FAILED;
  };
}

function elementsOf(value: CelValue): Iterable<CelValue> | undefined {
  if (isCelMap(value)) return value.keys() as Iterable<CelValue>;
  return isCelList(value) ? value : undefined;
}

/** Every element spends work, by the size of the repeated part. */
function* iterate(
  elements: Iterable<CelValue>,
  evaluation: Evaluation,
  loop: number,
  workPerElement: number,
): Generator<CelValue> {
  for (const element of elements) {
    spend(evaluation.budget, workPerElement);
    evaluation.elements[loop] = element;
    yield element;
  }
}

type Collect = (evaluation: Evaluation, elements: Iterable<CelValue>) => Value;

function createCollector(macro: NodeOf<"comprehension">["macro"], [first, second]: readonly Step[]): Collect {
  if (!first) throw new Error("a loop has something to repeat");
  switch (macro) {
    case "all":
      return quantify(first, false);
    case "exists":
      return quantify(first, true);
    case "exists_one":
      return countOne(first);
    case "filter":
      return gather(first, undefined);
    case "map":
      return second ? gather(first, second) : gather(undefined, first);
  }
}

/** Works like `&&` and `||`: one element decides, even if others failed. */
const quantify =
  (test: Step, deciding: boolean): Collect =>
  (evaluation, elements) => {
    let result: Value = !deciding;
    for (const _ of elements) {
      const value = test(evaluation);
      if (value === deciding) return deciding;
      if (typeof value !== "boolean") result = FAILED;
    }
    return result;
  };

const countOne =
  (test: Step): Collect =>
  (evaluation, elements) => {
    let count = 0;
    let hasFailed = false;
    for (const _ of elements) {
      const value = test(evaluation);
      if (value === true) count++;
      hasFailed ||= typeof value !== "boolean";
    }
    return hasFailed ? FAILED : count === 1;
  };

/** The elements that pass the test, each converted by `make`. */
const gather =
  (test: Step | undefined, make: Step | undefined): Collect =>
  (evaluation, elements) => {
    const gathered: CelValue[] = [];
    let hasFailed = false;
    for (const element of elements) {
      const isTaken = test ? test(evaluation) : true;
      hasFailed ||= typeof isTaken !== "boolean";
      if (isTaken !== true || hasFailed) continue;
      const made = make ? make(evaluation) : element;
      if (made === FAILED) hasFailed = true;
      else gathered.push(made);
    }
    return hasFailed ? FAILED : celList(gathered);
  };
