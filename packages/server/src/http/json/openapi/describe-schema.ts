import { z } from "zod";
import { type JsonSchema, mapSchema } from "./json-schema.ts";

/** The body of a request, the body of an answer, or a parameter as it is once it was read from its text. */
export type Place = "input" | "output" | "parameter";

/**
 * The JSON Schema of what a zod schema reads or gives, in a form that generators of clients understand. A
 * transformation cannot be said in it: its schema says in `.meta()` what it looks like on the wire.
 */
export function describeSchema(schema: z.ZodType, place: Place): JsonSchema {
  const io = place === "input" ? "input" : "output";
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return mapSchema(described as JsonSchema, (inner) => {
    const named = nameFor(orText(inner, place), place);
    return withFormat(withoutTypeList(withoutImplied(withoutDefault(named, place))));
  });
}

/** The shorthands of inputs (`orText` of the state's values); an answer never has them. */
function orText({ "x-or-text": names, ...schema }: JsonSchema, place: Place): JsonSchema {
  if (!names || place !== "input") return schema;
  return { title: names.title, anyOf: [{ title: names.text, type: "string" }, schema] };
}

/** `inputTitle` names what is sent where it differs from what comes back. */
function nameFor(schema: JsonSchema & { readonly inputTitle?: string }, place: Place): JsonSchema {
  const { inputTitle, ...named } = schema;
  return inputTitle !== undefined && place === "input" ? { ...named, title: inputTitle } : named;
}

/** oapi-codegen knows no list of types; `anyOf` says the same. */
function withoutTypeList({ type, ...schema }: JsonSchema): JsonSchema {
  if (typeof type !== "object") return type === undefined ? schema : { type, ...schema };
  return { ...schema, anyOf: type.map((each) => ({ type: each })) };
}

/**
 * In words instead: openapi-typescript takes a member with a default for one that must be sent, and few generators
 * know what to do with an object.
 */
function withoutDefault(given: JsonSchema, place: Place): JsonSchema {
  if (place === "parameter") return given;
  const { default: value, ...schema } = given;
  if (place === "output" || value === undefined || typeof value === "object") return schema;
  const said = `Default: \`${value}\``;
  return {
    ...schema,
    description: schema.description === undefined ? said : `${schema.description}. ${said}`,
  };
}

/** Removes keywords that JSON Schema implies: names are texts, and nothing is required. */
function withoutImplied({ propertyNames = {}, required = [], ...schema }: JsonSchema): JsonSchema {
  const isPlain = Object.keys(propertyNames).every((key) => key === "type");
  return { ...schema, ...(!isPlain && { propertyNames }), ...(required.length > 0 && { required }) };
}

const INT32 = 2 ** 31 - 1;

/** `date-time` says all that the pattern does; an integer says how many bits it takes. */
function withFormat(schema: JsonSchema): JsonSchema {
  const { pattern: _, ...plain } = schema;
  if (schema.format === "date-time") return plain;
  if (schema.type !== "integer") return schema;
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const format = minimum >= -INT32 - 1 && maximum <= INT32 ? "int32" : "int64";
  return { ...schema, format, minimum, maximum };
}
