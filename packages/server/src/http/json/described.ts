import { z } from "zod";
import { describeSchema } from "./openapi/describe-schema.ts";
import { type JsonSchema, mapValues } from "./openapi/json-schema.ts";
import { shownOnce, time, version } from "./wire-values.ts";

/** Members that only ever come in. */
const WRITE_ONLY_MEMBERS = [
  "password",
  "client_secret",
  "secret_key",
  "members",
  "instances",
  "access_accounts",
];

/** `READ_ONLY_MEMBERS`: what every stored thing has besides what was written. */
const row = z.object({ id: z.string(), version, created_at: time, updated_at: time });

/**
 * A body that is described here and read elsewhere: the schemas of the state read it, once, and tell what is wrong in
 * the same words as for a file. `without` names what the route does not take.
 */
export function describedBody(title: string, schema: z.ZodType, without: readonly string[] = []): z.ZodType {
  const { properties, required = [], ...described } = describeSchema(schema, "input");
  return z.unknown().meta({
    ...described,
    title,
    properties: omit(properties, without),
    required: required.filter((name) => !without.includes(name)),
  });
}

/**
 * The body of a PUT. What the path says need not be in it, and what only ever goes out (the version, `derived`) may
 * be: who changes what they have read sends all of it (body-members.ts).
 */
export function describedReplacement(
  title: string,
  schema: z.ZodType,
  options: {
    /** As in the path, in so many words. */
    readonly inPath?: readonly string[];
    /** Left out, it is as in the path, or as it was. */
    readonly optional?: readonly string[];
    readonly without?: readonly string[];
    readonly derived?: z.ZodObject;
  },
): z.ZodType {
  const { inPath = [], without = [], derived = z.object({}) } = options;
  const { properties, required = [], ...described } = describeSchema(schema, "input");
  const readOnly = describeSchema(derived.extend(row.shape), "output").properties ?? {};
  const optional = [...without, ...inPath, ...(options.optional ?? [])];
  return z.unknown().meta({
    ...described,
    title,
    properties: {
      ...omit(properties, without),
      ...mapValues(readOnly, (member) => ({ ...member, readOnly: true })),
      ...Object.fromEntries(inPath.map((name) => [name, AS_IN_PATH])),
    },
    required: required.filter((name) => !optional.includes(name)),
  });
}

const AS_IN_PATH = { type: "string", description: "As in the path" };

/** The same thing as it is given back, with what `derived` says of it besides. `always` need not be given, but is. */
export function describedEntity(
  title: string,
  schema: z.ZodType,
  options: { readonly derived?: z.ZodObject; readonly always?: readonly string[] } = {},
): z.ZodType {
  const { derived = z.object({}), always = [] } = options;
  const own = describeSchema(schema, "output");
  const more = describeSchema(derived.extend(row.shape), "output");
  return z.unknown().meta({
    title,
    type: "object",
    properties: { ...omit(own.properties, WRITE_ONLY_MEMBERS), ...more.properties },
    required: [
      ...new Set([
        ...(own.required ?? []).filter((name) => !WRITE_ONLY_MEMBERS.includes(name)),
        ...always,
        ...(more.required ?? []),
      ]),
    ],
    additionalProperties: false,
  });
}

/** The answer to who just made it: a secret that was generated is in it, this once. */
export function describedWithSecret(
  title: string,
  entity: z.ZodType,
  member: "client_secret" | "secret_key",
): z.ZodType {
  const described = describeSchema(entity, "output");
  const secret = describeSchema(shownOnce, "output");
  return z.unknown().meta({ ...described, title, properties: { ...described.properties, [member]: secret } });
}

const omit = (properties: JsonSchema["properties"], names: readonly string[]) =>
  Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !names.includes(name)));
