/** The part of JSON Schema that the API's descriptions use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/**
 * Returns the TypeScript type of a schema; a component is a member of `Schemas`. An unsupported schema becomes
 * `unknown`, never a guess.
 */
export function writeType(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return `Schemas[${JSON.stringify(schema.$ref.split("/").at(-1))}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(writeType));
  if (schema.allOf) return schema.allOf.map((part) => `(${writeType(part)})`).join(" & ");
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => writeType({ ...schema, type })));
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return `readonly (${writeType(schema.items ?? {})})[]`;
    case "object":
      return writeObject(schema);
    default:
      return "unknown";
  }
}

const union = (types: readonly string[]): string =>
  [...new Set(types)].map((type) => `(${type})`).join(" | ");

function writeObject({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `readonly ${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${writeType(schema)}`,
  );
  const known = `{ ${members.join("; ")} }`;
  const isOpen = typeof additionalProperties === "object";
  if (members.length > 0 && !isOpen) return known;
  const others = `Readonly<Record<string, ${isOpen ? writeType(additionalProperties) : "unknown"}>>`;
  return members.length > 0 ? `${known} & ${others}` : others;
}
