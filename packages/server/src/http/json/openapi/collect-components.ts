import { isDeepStrictEqual } from "node:util";
import { type JsonSchema, mapSchema } from "./json-schema.ts";

export interface Components {
  /** The schema, in which references replace all schemas with a title. */
  refer(schema: JsonSchema): JsonSchema;
  find(reference: string): JsonSchema;
  /** The referenced schemas, in the order of names. */
  all(): Readonly<Record<string, JsonSchema>>;
}

const PREFIX = "#/components/schemas/";

/** Moves schemas with a title to `components`: generated clients name their types after these. */
export function createComponents(): Components {
  const schemas = new Map<string, JsonSchema>();

  const find = (reference: string): JsonSchema => {
    const schema = schemas.get(reference.slice(PREFIX.length));
    if (!schema) throw new Error(`the API has no schema ${reference}`);
    return schema;
  };

  const toReference = ({ title, ...schema }: JsonSchema): JsonSchema => {
    if (title === undefined) return withDiscriminator(schema);
    const known = schemas.get(title);
    const described = withDiscriminator(schema);
    if (known && !isDeepStrictEqual(known, described))
      throw new Error(`two schemas of the API have the title ${title}`);
    schemas.set(title, described);
    return { $ref: PREFIX + title };
  };

  /** Adds the mapping from each value of the discriminating member to its alternative. */
  const withDiscriminator = (schema: JsonSchema): JsonSchema => {
    const { oneOf, discriminator } = schema;
    if (!oneOf || !discriminator) return schema;
    const mapping = oneOf.flatMap(({ $ref = "" }) => {
      const kind = find($ref).properties?.[discriminator.propertyName];
      return (kind?.enum ?? [kind?.const]).map((value) => [String(value), $ref] as const);
    });
    return { ...schema, discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) } };
  };

  return {
    find,
    refer: (schema) => mapSchema(schema, toReference),
    all: () => Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}
