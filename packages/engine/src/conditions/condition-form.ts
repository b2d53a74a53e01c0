import type { ConditionNode, NodeOf } from "./condition-node.ts";

/**
 * The parsed form of an expression as a text. Two expressions have the same form when they differ only in blanks,
 * comments and redundant parentheses. Nothing is computed or reordered: `a == b` and `b == a` have two forms.
 */
export const writeForm = (node: ConditionNode): string => JSON.stringify(formOf(node));

type Form = readonly (string | Form)[];

function formOf(node: ConditionNode): Form {
  switch (node.kind) {
    case "literal":
      return ["literal", node.type.kind, writeLiteral(node)];
    case "name":
      return ["name", node.name];
    case "member":
    case "has":
      return [node.kind, formOf(node.operand), node.field];
    case "index":
      return ["index", formOf(node.operand), formOf(node.key)];
    case "call": {
      const target = node.target === undefined ? [] : [formOf(node.target)];
      return ["call", node.name, target, node.args.map(formOf)];
    }
    case "list":
      return ["list", ...node.elements.map(formOf)];
    case "map":
      return ["map", ...node.entries.flat().map(formOf)];
    case "comprehension":
      return [node.macro, formOf(node.range), node.variable, node.bodies.map(formOf)];
  }
}

const writeByte = (byte: number): string => byte.toString(16).padStart(2, "0");

function writeLiteral({ value }: NodeOf<"literal">): string {
  if (value instanceof Uint8Array) return Array.from(value, writeByte).join("");
  // String() writes both zeros alike, but a division gives different results for them.
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The parts that an expression joins by `&&`, at any nesting: it is true only when each of them is. */
export const conjunctsOf = (node: ConditionNode): readonly ConditionNode[] =>
  node.kind === "call" && node.name === "_&&_" ? node.args.flatMap(conjunctsOf) : [node];
