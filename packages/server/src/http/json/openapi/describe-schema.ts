import { z } from "zod";
import { type JsonSchema, mapSchema } from "./json-schema.ts";

/** The body of a request, the body of an answer, or the parsed value of a parameter. */
export type Place = "input" | "output" | "parameter";

/**
 * The JSON Schema of the input or the output of a zod schema, in a form that client generators understand. JSON Schema
 * cannot express a transformation, so a schema with one describes its wire format in `.meta()`.
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
  return {
    title: names.title,
    anyOf: [{ title: names.text, type: "string", minLength: 1, maxLength: names.maxLength }, schema],
  };
}

/** `inputTitle` is the name of the request's schema where it differs from that of the answer. */
function nameFor(schema: JsonSchema & { readonly inputTitle?: string }, place: Place): JsonSchema {
  const { inputTitle, ...named } = schema;
  return inputTitle !== undefined && place === "input" ? { ...named, title: inputTitle } : named;
}

/** oapi-codegen does not support a list of types; `anyOf` means the same. */
function withoutTypeList({ type, ...schema }: JsonSchema): JsonSchema {
  if (typeof type !== "object") return type === undefined ? schema : { type, ...schema };
  return { ...schema, anyOf: type.map((each) => ({ type: each })) };
}

/**
 * Moves the default to the description: openapi-typescript makes a member with a default required, and few generators
 * support a default that is an object.
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

/** Removes keywords that say nothing: names of members are always strings, and an empty list requires none. */
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
