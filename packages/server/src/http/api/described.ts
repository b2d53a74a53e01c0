import { z } from "zod";
import { describeSchema } from "./openapi.ts";
import { READ_ONLY_MEMBERS } from "./wire.ts";

/** Members that only ever come in. */
const WRITE_ONLY_MEMBERS = [
  "password",
  "client_secret",
  "secret_key",
  "members",
  "instances",
  "access_accounts",
];

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/**
 * A body that is described here and read elsewhere: the schemas of the state read it, once, and tell what is wrong in
 * the same words as for a file. `without` names what the path says already or what the route does not take.
 */
export function describedBody(schema: z.ZodType, without: readonly string[] = []): z.ZodType {
  const described = describeSchema(schema, "input") as ObjectSchema;
  return z.unknown().meta({
    ...described,
    properties: omit(described.properties, without),
    required: (described.required ?? []).filter((name) => !without.includes(name)),
  });
}

/** The same thing as it is given back, with what `derived` says of it besides. */
export function describedEntity(schema: z.ZodType, derived: z.ZodType = z.object({})): z.ZodType {
  const { properties, required = [] } = describeSchema(schema, "input") as ObjectSchema;
  const more = describeSchema(derived, "output") as ObjectSchema;
  return z.unknown().meta({
    type: "object",
    properties: {
      ...omit(properties, WRITE_ONLY_MEMBERS),
      ...more.properties,
      id: { type: "string" },
      version: { type: "integer", description: "Also its ETag" },
      created_at: { type: "string", format: "date-time" },
      updated_at: { type: "string", format: "date-time" },
    },
    required: [
      ...new Set([
        ...required.filter((name) => !WRITE_ONLY_MEMBERS.includes(name)),
        ...(more.required ?? []),
        ...READ_ONLY_MEMBERS,
      ]),
    ],
  });
}

/** The answer to who just made it: a secret that was generated is in it, this once. */
export function describedWithSecret(entity: z.ZodType, member: "client_secret" | "secret_key"): z.ZodType {
  const described = describeSchema(entity, "output") as ObjectSchema;
  const secret = { type: "string", description: "When it was generated: shown this once, and never again" };
  return z.unknown().meta({ ...described, properties: { ...described.properties, [member]: secret } });
}

export const describedPage = (item: z.ZodType): z.ZodType =>
  z.object({ items: z.array(item), next_cursor: z.string().optional() });

const omit = (properties: ObjectSchema["properties"], names: readonly string[]) =>
  Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !names.includes(name)));
