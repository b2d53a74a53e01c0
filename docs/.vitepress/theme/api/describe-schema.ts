import type { JsonSchema } from "./api-description.ts";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** A schema without its reference, and the name that the reference has. */
export function resolveSchema(schema: JsonSchema, schemas: Schemas): { name?: string; schema: JsonSchema } {
  if (schema.$ref === undefined) return { schema };
  const name = schema.$ref.split("/").at(-1) ?? "";
  const { $ref: _, ...own } = schema;
  return { name, schema: { ...schemas[name], ...own } };
}

/** The type in a few words: `array of Grant`, `string, date-time`. */
export function writeSchemaType(given: JsonSchema, schemas: Schemas): string {
  const { name, schema } = resolveSchema(given, schemas);
  if (schema.items) return `array of ${writeSchemaType(schema.items, schemas)}`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives && name === undefined)
    return [...new Set(alternatives.map((each) => writeSchemaType(each, schemas)))].join(" or ");
  if (name !== undefined && !isPlain(schema)) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (typeof schema.additionalProperties === "object" && !schema.properties)
    return `object of ${writeSchemaType(schema.additionalProperties, schemas)}`;
  // A reader of a page does not count bits.
  const format = schema.format?.startsWith("int") ? undefined : schema.format;
  return [schema.type ?? "any value", format].filter(Boolean).join(", ");
}

/** A text or a number: it has nothing to open. */
const isPlain = ({ properties, items, anyOf, oneOf }: JsonSchema): boolean =>
  !properties && !items && !anyOf && !oneOf;

/** What the value must be like, beyond its type. */
export function listConstraints({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  pattern,
  default: preset,
}: JsonSchema): readonly string[] {
  // Bounds of the number type itself say nothing.
  const bound = (value: number | undefined) =>
    value === undefined || Math.abs(value) >= 2 ** 31 - 1 ? undefined : value;
  return [
    writeRange("", bound(minimum), bound(maximum)),
    writeRange(" characters", minLength, maxLength),
    writeRange(" entries", minItems, maxItems),
    pattern === undefined || pattern.length > 60 ? undefined : `pattern ${pattern}`,
    preset === undefined ? undefined : `default ${JSON.stringify(preset)}`,
  ].filter((part) => part !== undefined);
}

function writeRange(unit: string, least: number | undefined, most: number | undefined): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}

/** The members to show below a schema: its own, those of its entries, or those of each alternative. */
export function listParts(given: JsonSchema, schemas: Schemas): readonly SchemaPart[] {
  const { schema } = resolveSchema(given, schemas);
  if (schema.items) return listParts(schema.items, schemas);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives)
    return alternatives.map((each) => ({
      name: "",
      required: false,
      schema: each,
    }));
  const { properties = {}, required = [], additionalProperties } = schema;
  const named = Object.entries(properties).map(([name, each]) => ({
    name,
    required: required.includes(name),
    schema: each,
  }));
  if (
    typeof additionalProperties !== "object" ||
    isPlain(resolveSchema(additionalProperties, schemas).schema)
  )
    return named;
  return [...named, { name: "…", required: false, schema: additionalProperties }];
}

export interface SchemaPart {
  /** Empty for an alternative. */
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}
