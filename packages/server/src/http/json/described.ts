import { z } from "zod";
import { describeSchema } from "./openapi/describe-schema.ts";
import { type JsonSchema, mapValues } from "./openapi/json-schema.ts";
import { shownOnce, time, version } from "./wire-values.ts";

/** `READ_ONLY_MEMBERS`: the members that every stored entity has beside those that callers write. */
const row = z.object({ id: z.string(), version, created_at: time, updated_at: time });

/**
 * A value of any kind, with a description of its own, which is made when the document is asked for: a start does not
 * wait for it. A refined schema is another one without it; `pipe` keeps it.
 */
export function describedBy(describe: () => JsonSchema): z.ZodType {
  const schema = z.unknown();
  schema._zod.toJSONSchema = describe;
  return schema;
}

/**
 * Describes a body that the route passes on unparsed: the schemas of the configuration file parse it, so that its
 * errors are the same as those of a file. `without` names the members that the route refuses.
 */
export function describedBody(title: string, schema: z.ZodType, without: readonly string[] = []): z.ZodType {
  return describedBy(() => {
    const { properties, required = [], ...described } = describeSchema(schema, "input");
    return {
      ...described,
      title,
      properties: omit(properties, without),
      required: required.filter((name) => !without.includes(name)),
    };
  });
}

/**
 * Describes the body of a PUT. The members of the path may be left out. Read-only members (the version, `derived`) may
 * be present: a caller that changes an entity sends back what it has read (body-members.ts).
 */
export function describedReplacement(
  title: string,
  schema: z.ZodType,
  options: {
    /** Members that must have the same value as in the path. */
    readonly inPath?: readonly string[];
    /** Members that keep their stored value, or take that of the path, when they are left out. */
    readonly optional?: readonly string[];
    readonly without?: readonly string[];
    readonly derived?: z.ZodObject;
  },
): z.ZodType {
  const { inPath = [], without = [], derived = z.object({}) } = options;
  const optional = [...without, ...inPath, ...(options.optional ?? [])];
  return describedBy(() => {
    const { properties, required = [], ...described } = describeSchema(schema, "input");
    const readOnly = describeSchema(derived.extend(row.shape), "output").properties ?? {};
    return {
      ...described,
      title,
      properties: {
        ...omit(properties, without),
        ...mapValues(readOnly, (member) => ({ ...member, readOnly: true })),
        ...Object.fromEntries(inPath.map((name) => [name, AS_IN_PATH])),
      },
      required: required.filter((name) => !optional.includes(name)),
    };
  });
}

const AS_IN_PATH = { type: "string", description: "As in the path" };

/**
 * Describes an entity in answers, with its `derived` members. `always` are optional in requests and never absent here;
 * `without` are members of requests that no answer has.
 */
export function describedEntity(
  title: string,
  schema: z.ZodType,
  options: {
    readonly derived?: z.ZodObject;
    readonly always?: readonly string[];
    readonly without?: readonly string[];
  } = {},
): z.ZodType {
  const { derived = z.object({}), always = [], without = [] } = options;
  return describedBy(() => {
    const own = describeSchema(schema, "output");
    const more = describeSchema(derived.extend(row.shape), "output");
    return {
      title,
      type: "object",
      properties: { ...omit(own.properties, without), ...more.properties },
      required: [
        ...new Set([
          ...(own.required ?? []).filter((name) => !without.includes(name)),
          ...always,
          ...(more.required ?? []),
        ]),
      ],
      additionalProperties: false,
    };
  });
}

/** Describes the answer to a creation: it also has the generated secret, which no later answer has. */
export function describedWithSecret(title: string, entity: z.ZodType, member: string): z.ZodType {
  return describedBy(() => {
    const described = describeSchema(entity, "output");
    const secret = describeSchema(shownOnce, "output");
    return { ...described, title, properties: { ...described.properties, [member]: secret } };
  });
}

const omit = (properties: JsonSchema["properties"], names: readonly string[]) =>
  Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !names.includes(name)));
