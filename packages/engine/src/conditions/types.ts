/** The types of CEL that conditions need. */
export type Type =
  | { readonly kind: ScalarKind }
  | { readonly kind: "list"; readonly element: Type }
  | { readonly kind: "map"; readonly key: Type; readonly value: Type }
  /** One of the five inputs: it is not a value, only a parent of members. */
  | { readonly kind: "input"; readonly name: string; readonly members: Readonly<Record<string, Type>> };

export type ScalarKind =
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "timestamp"
  | "duration"
  | "null"
  | "type"
  | "dyn";

export const BOOL: Type = { kind: "bool" };
export const INT: Type = { kind: "int" };
export const UINT: Type = { kind: "uint" };
export const DOUBLE: Type = { kind: "double" };
export const STRING: Type = { kind: "string" };
export const BYTES: Type = { kind: "bytes" };
export const TIMESTAMP: Type = { kind: "timestamp" };
export const DURATION: Type = { kind: "duration" };
export const NULL: Type = { kind: "null" };
export const TYPE: Type = { kind: "type" };
export const DYN: Type = { kind: "dyn" };
export const listOf = (element: Type): Type => ({ kind: "list", element });
export const mapOf = (key: Type, value: Type): Type => ({ kind: "map", key, value });

export function describeType(type: Type): string {
  switch (type.kind) {
    case "list":
      return type.element.kind === "dyn" ? "list" : `list(${describeType(type.element)})`;
    case "map":
      return type.value.kind === "dyn"
        ? "map"
        : `map(${describeType(type.key)}, ${describeType(type.value)})`;
    case "input":
      return type.name;
    default:
      return type.kind;
  }
}

/** True when a value of this type is allowed where `wanted` is required. Inputs are never values. */
export function isAssignable(type: Type, wanted: Type): boolean {
  if (type.kind === "input") return false;
  if (type.kind === "dyn" || wanted.kind === "dyn") return true;
  if (type.kind === "list" && wanted.kind === "list") return isAssignable(type.element, wanted.element);
  if (type.kind === "map" && wanted.kind === "map") {
    return isAssignable(type.key, wanted.key) && isAssignable(type.value, wanted.value);
  }
  return type.kind === wanted.kind;
}

const isNumeric = (type: Type): boolean =>
  type.kind === "int" || type.kind === "uint" || type.kind === "double";

/** True when two values of these types can be equal. Numbers are compared by value, whatever their type. */
export function isComparable(left: Type, right: Type): boolean {
  if (isNumeric(left) && isNumeric(right)) return true;
  if (left.kind === "list" && right.kind === "list") return isComparable(left.element, right.element);
  if (left.kind === "map" && right.kind === "map") {
    return isComparable(left.key, right.key) && isComparable(left.value, right.value);
  }
  return right.kind !== "input" && isAssignable(left, right);
}

/** The common type of several values; undefined when they have none. */
export function joinTypes(types: readonly Type[]): Type | undefined {
  const [first, ...rest] = types;
  if (first === undefined || types.some((type) => type.kind === "dyn")) return DYN;
  const same = (type: Type): boolean => isAssignable(type, first) && isAssignable(first, type);
  return rest.every(same) ? first : undefined;
}
