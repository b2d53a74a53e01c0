/** As much of JSON Schema 2020-12 as the document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  /** The name of the component that the schema becomes. */
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  /** In a request, the member is ignored. */
  readonly readOnly?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
  /** A string is accepted as well (`orText` of the state's values): the titles of the union and of the string. */
  readonly "x-or-text"?: { readonly title: string; readonly text: string; readonly maxLength: number };
}

/** Changes a schema and every schema within, the innermost first. Member names such as `items` are not keywords. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const each = (inner: JsonSchema): JsonSchema => mapSchema(inner, change);
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  return change({
    ...schema,
    ...(properties && { properties: mapValues(properties, each) }),
    ...(items && { items: each(items) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: each(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(each) }),
    ...(oneOf && { oneOf: oneOf.map(each) }),
  });
}

export const mapValues = <From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
