/**
 * Bounds the cost of a condition. The evaluator has no limit of its own, so the form of an expression is bounded when
 * it is written, and the work that its data can cause is bounded when it is evaluated.
 */
import { type ConditionNode, childrenOf, type Diagnostic } from "./condition-node.ts";

export const SOURCE_CHARACTERS = 2_048;
export const NESTING = 32;
export const NODES = 256;
export const COMPREHENSIONS = 4;
/** A comprehension may contain another one, and that one may contain none. */
export const COMPREHENSION_NESTING = 1;
export const PATTERN_CHARACTERS = 256;

/** The limit for lists in data: a longer list makes the outcome "missing". */
export const LIST_ELEMENTS = 1_000;
/** The limits for one input: the number of all values inside it, and their nesting depth. */
export const INPUT_VALUES = 10_000;
export const INPUT_NESTING = 32;
/** The limit for a text that is made by joining others. */
export const TEXT_CHARACTERS = 65_536;
/** The limit for a text that is matched with a regular expression. */
export const MATCHED_CHARACTERS = 4_096;

export function checkBounds(tree: ConditionNode): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let nodes = 0;
  let comprehensions = 0;

  /** False stops the walk: an oversized expression is reported once, and never walked to its end. */
  const visit = (node: ConditionNode, depth: number, loops: number): boolean => {
    const tooLarge = depth > NESTING || ++nodes > NODES;
    if (tooLarge) {
      const limit = depth > NESTING ? `it nests deeper than ${NESTING} levels` : `it has over ${NODES} parts`;
      diagnostics.push({
        offset: node.offset,
        message: `the condition is too large: ${limit}; make it simpler`,
      });
      return false;
    }
    if (node.kind !== "comprehension")
      return childrenOf(node).every((child) => visit(child, depth + 1, loops));

    if (++comprehensions === COMPREHENSIONS + 1) {
      diagnostics.push({
        offset: node.offset,
        message: `a condition may hold ${COMPREHENSIONS} of ${MACROS}, not more`,
      });
    }
    if (loops > COMPREHENSION_NESTING) {
      diagnostics.push({
        offset: node.offset,
        message: `${node.macro}() stands too deep inside other ${MACROS}: one inside another is the most`,
      });
    }
    return (
      visit(node.range, depth + 1, loops) && node.bodies.every((body) => visit(body, depth + 1, loops + 1))
    );
  };

  visit(tree, 1, 0);
  return diagnostics;
}

const MACROS = "all(), exists(), exists_one(), map() and filter()";
