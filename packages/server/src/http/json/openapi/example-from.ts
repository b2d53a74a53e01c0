import { EXAMPLES } from "./examples/components.ts";
import type { JsonSchema } from "./json-schema.ts";

/**
 * An example for a schema: that of its component, or one made from the examples of its members. Undefined for a plain
 * string, boolean or number.
 */
export function exampleFrom(schema: JsonSchema, find: (reference: string) => JsonSchema): unknown {
  const { $ref, properties = {}, required = [], items, anyOf, oneOf } = schema;
  if ($ref !== undefined) return EXAMPLES[nameIn($ref)] ?? exampleFrom(find($ref), find);
  const [first] = anyOf ?? oneOf ?? [];
  if (first) return exampleFrom(first, find);
  if (items) return [exampleFrom(items, find)];
  if (schema.type === "integer") return schema.minimum;
  if (schema.type !== "object") return undefined;
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(wanted.map(([name, member]) => [name, exampleFrom(member, find)]));
}

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);
