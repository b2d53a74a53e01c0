/** As much of JSON Schema as the OpenAPI document uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  /** Of a request: it is passed over, whatever it is. */
  readonly readOnly?: boolean;
}

/** The object, where a text is a shorter way of writing it. */
export const objectForm = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find(({ type }) => type === "object") ?? schema;

/** Values that mean something in the world of these tests, by the member that they stand for. */
const VALUES: Readonly<Record<string, unknown>> = {
  subject: "user:alice",
  principal: "user:spare",
  permission: "spare:read",
  username: "fresh",
  client_id: "spare",
  identifier: "https://fresh.example.test",
  actions: { read: { description: { en: "Read" } } },
  name: "fresh",
  // A picture of one pixel.
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

/** Optional members without which a request would be well-formed and yet ask for nothing. */
const WORTH_GIVING = ["subject", "permission", "create", "grants"];

/** A value that the schema takes, with no more members than it needs. */
export function createSample(schema: JsonSchema, member = ""): unknown {
  if (Object.hasOwn(VALUES, member)) return VALUES[member];
  const alternatives = objectForm(schema) === schema ? (schema.anyOf ?? schema.oneOf) : [objectForm(schema)];
  if (alternatives?.[0]) return createSample(alternatives[0], member);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (typeof schema.type === "object" ? schema.type[0] : schema.type) {
    case "object": {
      const { properties = {}, required = [], additionalProperties } = schema;
      const wanted = Object.entries(properties).filter(
        ([name]) => required.includes(name) || WORTH_GIVING.includes(name),
      );
      const isOfTexts = typeof additionalProperties === "object" && additionalProperties.type === "string";
      return isOfTexts
        ? { en: "Fresh" }
        : Object.fromEntries(wanted.map(([name, each]) => [name, createSample(each, name)]));
    }
    case "array":
      return [createSample(schema.items ?? {})];
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return false;
    default:
      return "fresh";
  }
}
