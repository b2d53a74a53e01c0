import type { ConditionInputs } from "./condition.ts";
import type { ConditionNode } from "./condition-node.ts";
import { isInputName } from "./input-shapes.ts";

/** A place in the inputs that an expression names literally: `subject.attributes.department`. */
export interface InputPath {
  readonly root: keyof ConditionInputs;
  readonly keys: readonly string[];
}

/** The path of a node that consists only of members and literal keys, starting at one of the inputs. */
export function findPath(node: ConditionNode): InputPath | undefined {
  if (node.kind === "name") return isInputName(node.name) ? { root: node.name, keys: [] } : undefined;
  if (node.kind === "member" || node.kind === "has") return extend(findPath(node.operand), node.field);
  if (node.kind !== "index" || node.key.kind !== "literal") return undefined;
  return typeof node.key.value === "string" ? extend(findPath(node.operand), node.key.value) : undefined;
}

const extend = (path: InputPath | undefined, key: string): InputPath | undefined =>
  path && { root: path.root, keys: [...path.keys, key] };

/** Writes the path as an author would; each path has a different text. */
export function writePath({ root, keys }: InputPath): string {
  const written = keys.map((key) =>
    /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
  );
  return root + written.join("");
}

/** Undefined when there is no value. Only own members count, so no name reaches inherited members of objects. */
export function readPath({ root, keys }: InputPath, inputs: ConditionInputs): unknown {
  let value: unknown = inputs[root];
  for (const key of keys) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    if (!Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
