import { type ConditionNode, type Diagnostic, type NodeOf, startOf } from "./condition-node.ts";
import { FUNCTIONS, METHODS, OPERATORS, type Overload, TYPE_NAMES } from "./evaluate/standard-library.ts";
import { INPUTS } from "./input-shapes.ts";
import { elementType, type Report, typeOfRelation, withArticle } from "./relation-types.ts";
import { suggest } from "./suggest.ts";
import {
  BOOL,
  DYN,
  describeType,
  isAssignable,
  isComparable,
  joinTypes,
  listOf,
  mapOf,
  TYPE,
  type Type,
} from "./types.ts";

/**
 * Finds expressions that can never work: unknown names, members and functions, and values of the wrong type. A value
 * that depends on free data has the type `dyn` and passes; a node with a diagnostic counts as `dyn` too, so it is
 * reported once.
 */
export function checkTypes(tree: ConditionNode): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (offset, message) => {
    diagnostics.push({ offset, message });
    return DYN;
  };
  const result = valueType(tree, new Map(), report);
  if (!isAssignable(result, BOOL) && diagnostics.length === 0) {
    report(startOf(tree), `a condition must be true or false, but this is ${withArticle(result)}`);
  }
  return diagnostics;
}

/** The names that comprehensions bind. */
type Scope = ReadonlyMap<string, Type>;

function typeOf(node: ConditionNode, scope: Scope, report: Report): Type {
  switch (node.kind) {
    case "literal":
      return node.type;
    case "name":
      return typeOfName(node, scope, report);
    case "member":
      return typeOfMember(node, scope, report);
    case "has":
      typeOfMember(node, scope, report);
      return BOOL;
    case "index":
      return typeOfIndex(node, scope, report);
    case "call":
      return typeOfCall(node, scope, report);
    case "list":
      return listOf(joinTypes(node.elements.map((element) => valueType(element, scope, report))) ?? DYN);
    case "map":
      return typeOfMap(node, scope, report);
    case "comprehension":
      return typeOfComprehension(node, scope, report);
  }
}

/** The type of a node that must be a value; an input as a whole is not a value. */
function valueType(node: ConditionNode, scope: Scope, report: Report): Type {
  const type = typeOf(node, scope, report);
  if (type.kind !== "input") return type;
  return report(node.offset, `name one member of ${type.name}, such as ${exampleOf(type)}`);
}

const exampleOf = ({ name, members }: Type & { kind: "input" }): string =>
  `${name}.${Object.keys(members)[0]}`;

function typeOfName({ name, offset }: NodeOf<"name">, scope: Scope, report: Report): Type {
  const known = scope.get(name) ?? INPUTS.get(name) ?? (TYPE_NAMES.has(name) ? TYPE : undefined);
  if (known !== undefined) return known;
  const names = [...scope.keys(), ...INPUTS.keys()];
  const hint = suggest(name, names) || `; a condition can name ${names.join(", ")}`;
  return report(offset, `unknown name ${name}${hint}`);
}

function typeOfMember(node: NodeOf<"member" | "has">, scope: Scope, report: Report): Type {
  const { field } = node;
  const type = typeOf(node.operand, scope, report);
  switch (type.kind) {
    case "dyn":
      return DYN;
    case "map":
      return type.value;
    case "input":
      return (Object.hasOwn(type.members, field) ? type.members[field] : undefined) ?? unknownMember(type);
    default:
      return report(
        node.offset,
        `a value of type ${describeType(type)} has no members, so .${field} finds nothing`,
      );
  }

  function unknownMember({ name, members }: Type & { kind: "input" }): Type {
    const known = Object.keys(members);
    const ownData = "attributes" in members ? `; your own data stands in ${name}.attributes` : "";
    const sentData = "context" in members ? `; what a caller sends along stands in ${name}.context` : "";
    const hint = suggest(field, known, (found) => `${name}.${found}`) || ownData || sentData;
    return report(node.offset, `${name} has no member ${field}, only ${known.join(", ")}${hint}`);
  }
}

function typeOfIndex(node: NodeOf<"index">, scope: Scope, report: Report): Type {
  const type = typeOf(node.operand, scope, report);
  const key = valueType(node.key, scope, report);
  switch (type.kind) {
    case "dyn":
      return DYN;
    case "list":
      if (isComparable(key, { kind: "int" })) return type.element;
      return report(startOf(node.key), `a list is indexed with an int, not with ${withArticle(key)}`);
    case "map":
      if (isComparable(key, type.key)) return type.value;
      return report(
        startOf(node.key),
        `the keys of this map are of type ${describeType(type.key)}, not ${describeType(key)}`,
      );
    case "input":
      return report(node.offset, `write a dot and a name, as in ${exampleOf(type)}`);
    default:
      return report(
        node.offset,
        `a value of type ${describeType(type)} cannot be indexed; lists and maps can`,
      );
  }
}

function typeOfMap(node: NodeOf<"map">, scope: Scope, report: Report): Type {
  const keys = node.entries.map(([key]) => {
    const type = valueType(key, scope, report);
    if (["bool", "int", "uint", "string", "dyn"].includes(type.kind)) return type;
    return report(
      startOf(key),
      `a map's key is a string, a bool or a whole number, not ${withArticle(type)}`,
    );
  });
  const values = node.entries.map(([, value]) => valueType(value, scope, report));
  return mapOf(joinTypes(keys) ?? DYN, joinTypes(values) ?? DYN);
}

function typeOfComprehension(node: NodeOf<"comprehension">, scope: Scope, report: Report): Type {
  const { macro, variable } = node;
  const range = valueType(node.range, scope, report);
  const element =
    elementType(range) ?? report(node.offset, `${macro}() needs a list or a map, not ${withArticle(range)}`);
  if (INPUTS.has(variable) || scope.has(variable) || TYPE_NAMES.has(variable)) {
    report(
      node.offset,
      `${macro}() cannot call its element ${variable}, which has a meaning already; use another name`,
    );
  }
  const inner = new Map(scope).set(variable, element);
  const types = node.bodies.map((body, index) => {
    const type = valueType(body, inner, report);
    const isTest = macro !== "map" || (node.bodies.length === 2 && index === 0);
    if (!isTest || isAssignable(type, BOOL)) return type;
    return report(
      startOf(body),
      `${macro}() needs a test that is true or false, but this is ${withArticle(type)}`,
    );
  });
  if (macro === "filter") return listOf(element);
  return macro === "map" ? listOf(types.at(-1) ?? DYN) : BOOL;
}

function typeOfCall(node: NodeOf<"call">, scope: Scope, report: Report): Type {
  if (node.target !== undefined) return typeOfMethodCall(node, node.target, scope, report);
  if (node.name === "has") return report(node.offset, "has() asks for a member, as in has(request.ip)");
  const args = node.args.map((arg) => valueType(arg, scope, report));
  const relation = typeOfRelation(node, args, report);
  if (relation !== undefined) return relation;
  const operator = OPERATORS.get(node.name);
  if (operator !== undefined) {
    const { sign, overloads } = operator;
    const between = args.map(describeType).join(" and ");
    return (
      resolve(overloads, args) ??
      report(node.offset, `${sign} does not work ${args.length === 1 ? "on" : "between"} ${between}`)
    );
  }
  const overloads = FUNCTIONS.get(node.name);
  if (overloads === undefined) return unknownFunction(node, report);
  return resolve(overloads, args) ?? report(node.offset, describeMismatch(node.name, overloads, args));
}

function typeOfMethodCall(node: NodeOf<"call">, target: ConditionNode, scope: Scope, report: Report): Type {
  if (MACROS.has(node.name)) {
    return report(
      node.offset,
      `${node.name}() needs a name for the element and an expression: list.${node.name}(x, …)`,
    );
  }
  const types = [target, ...node.args].map((part) => valueType(part, scope, report));
  const overloads = METHODS.get(node.name);
  if (overloads === undefined) return unknownFunction(node, report);
  const result = resolve(overloads, types);
  if (result !== undefined) return result;

  const [on = DYN, ...args] = types;
  const fitting = overloads.filter((overload) => isAssignable(on, overload.args[0] ?? DYN));
  if (fitting.length === 0) {
    const kinds = [...new Set(overloads.map((overload) => describeType(overload.args[0] ?? DYN)))];
    return report(node.offset, `${node.name}() works on ${kinds.join(" or ")}, not on ${describeType(on)}`);
  }
  const withoutTarget = fitting.map((overload) => ({ ...overload, args: overload.args.slice(1) }));
  return report(node.offset, describeMismatch(node.name, withoutTarget, args));
}

const MACROS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "existsOne", "map", "filter"]);

/** The result when an overload matches; `dyn` when several match with different results. */
function resolve(overloads: readonly Overload[], args: readonly Type[]): Type | undefined {
  const fitting = overloads.filter(
    (overload) =>
      overload.args.length === args.length &&
      overload.args.every((wanted, i) => isAssignable(args[i] ?? DYN, wanted)),
  );
  if (fitting.length === 0) return undefined;
  const [left, right] = args;
  // Two lists of one type are a list of that type: the table can only express `list`.
  if (left?.kind === "list" && right?.kind === "list")
    return listOf(joinTypes([left.element, right.element]) ?? DYN);
  return joinTypes(fitting.map((overload) => overload.result)) ?? DYN;
}

function unknownFunction({ name, target, offset }: NodeOf<"call">, report: Report): Type {
  const [own, other] = target === undefined ? [FUNCTIONS, METHODS] : [METHODS, FUNCTIONS];
  if (other.has(name)) {
    return report(
      offset,
      target === undefined
        ? `write value.${name}(…), with what it works on before the dot`
        : `write ${name}(…), with the value between the brackets`,
    );
  }
  const known = target === undefined ? [...own.keys(), "has"] : [...own.keys(), ...MACROS];
  return report(offset, `unknown function ${name}()${suggest(name, known, (found) => `${found}()`)}`);
}

function describeMismatch(name: string, overloads: readonly Overload[], args: readonly Type[]): string {
  const given = args.map(describeType).join(", ");
  const wanted = overloads.map((overload) => `(${overload.args.map(describeType).join(", ")})`);
  return `${name}() does not take (${given}) but ${[...new Set(wanted)].join(" or ")}`;
}
