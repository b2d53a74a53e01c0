import { type NodeOf, startOf } from "./condition-node.ts";
import { BOOL, DYN, describeType, isAssignable, isComparable, joinTypes, type Type } from "./types.ts";

/** Reports a diagnostic, and returns the type for the rest of the check. */
export type Report = (offset: number, message: string) => Type;

/** The rules of operators that depend on how the types of their operands relate. */
export function typeOfRelation(
  node: NodeOf<"call">,
  args: readonly Type[],
  report: Report,
): Type | undefined {
  switch (node.name) {
    case "_&&_":
    case "_||_":
      return typeOfLogic(node, args, report);
    case "_==_":
    case "_!=_":
      return typeOfEquality(node, args, report);
    case "@in":
      return typeOfIn(node, args, report);
    case "_?_:_":
      return typeOfConditional(node, args, report);
    default:
      return undefined;
  }
}

function typeOfLogic(node: NodeOf<"call">, args: readonly Type[], report: Report): Type {
  for (const [index, arg] of node.args.entries()) {
    const type = args[index] ?? DYN;
    if (isAssignable(type, BOOL)) continue;
    report(startOf(arg), `${signOf(node)} joins what is true or false, but this is ${withArticle(type)}`);
  }
  return BOOL;
}

function typeOfEquality(
  node: NodeOf<"call">,
  [left = DYN, right = DYN]: readonly Type[],
  report: Report,
): Type {
  if (isComparable(left, right)) return BOOL;
  const isNull = left.kind === "null" || right.kind === "null";
  const advice = isNull ? "; has() asks whether it is there" : "";
  report(node.offset, `${withArticle(left)} never equals ${withArticle(right)}${advice}`);
  return BOOL;
}

function typeOfIn(node: NodeOf<"call">, [left = DYN, right = DYN]: readonly Type[], report: Report): Type {
  const element = elementType(right);
  if (element === undefined) {
    const advice = right.kind === "string" ? "; contains() looks into a text" : "";
    report(node.offset, `in needs a list or a map on its right, not ${withArticle(right)}${advice}`);
  } else if (!isComparable(left, element)) {
    report(node.offset, `${withArticle(left)} is never in ${withArticle(right)}`);
  }
  return BOOL;
}

function typeOfConditional(node: NodeOf<"call">, args: readonly Type[], report: Report): Type {
  const [test = DYN, left = DYN, right = DYN] = args;
  const [testNode] = node.args;
  if (testNode !== undefined && !isAssignable(test, BOOL)) {
    report(startOf(testNode), `what stands before ? must be true or false, but this is ${withArticle(test)}`);
  }
  const joined = joinTypes([left, right]);
  return (
    joined ??
    report(
      node.offset,
      `both values after ? must have one type, not ${describeType(left)} and ${describeType(right)}`,
    )
  );
}

/** The type that a comprehension iterates over: the elements of a list, the keys of a map. */
export function elementType(range: Type): Type | undefined {
  if (range.kind === "dyn") return DYN;
  if (range.kind === "list") return range.element;
  return range.kind === "map" ? range.key : undefined;
}

const signOf = ({ name }: NodeOf<"call">): string => name.replaceAll("_", "");

export function withArticle(type: Type): string {
  if (type.kind === "null") return "null";
  const name = describeType(type);
  return `${/^[aei]/.test(name) ? "an" : "a"} ${name}`;
}
