import { z } from "zod";
import type { PrincipalType } from "../../permissions/entities.ts";
import { type AskedQuestion, isLookable, PRINCIPAL_TYPES, parseWithin } from "./check-question.ts";
import { describeSchema } from "./openapi.ts";

/**
 * Reads what nearly every caller sends, a few texts, without the schema: that costs as much as the decision itself.
 * Whatever looks any different is left to the schema, which knows all forms and says what is wrong.
 */
export function withShortcut<T extends z.ZodType>(
  schema: T,
  shortcut: (value: object) => z.output<T> | undefined,
) {
  return z
    .unknown()
    .transform((value, context): z.output<T> => {
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      const read = isObject ? shortcut(value) : undefined;
      return read ?? parseWithin(schema, value, context);
    })
    .meta({ ...describeSchema(schema, "input") });
}

/** Subject, permission and resource as texts, and nothing else; any of them may be missing. */
export function readPlainQuestion(value: object): Partial<AskedQuestion> | undefined {
  let subject: AskedQuestion["subject"] | undefined;
  let permission: string | undefined;
  let resource: AskedQuestion["resource"] | undefined;
  for (const member in value) {
    const text = (value as Record<string, unknown>)[member];
    if (typeof text !== "string" || text === "" || text.length > MAX_TEXT || !isLookable(text))
      return undefined;
    if (member === "permission") {
      permission = text;
    } else if (member === "subject") {
      subject = readSubject(text);
      if (!subject) return undefined;
    } else if (member === "resource") {
      resource = split(text, "/");
      if (!resource) return undefined;
    } else {
      return undefined;
    }
  }
  return {
    ...(subject && { subject }),
    ...(permission !== undefined && { permission }),
    ...(resource && { resource }),
  };
}

/** The shortest of the bounds that the schema has. */
const MAX_TEXT = 300;

function readSubject(text: string): AskedQuestion["subject"] | undefined {
  const parts = split(text, ":");
  return parts && isPrincipalType(parts.type) ? { type: parts.type, id: parts.id } : undefined;
}

function split(text: string, separator: string): { readonly type: string; readonly id: string } | undefined {
  const at = text.indexOf(separator);
  if (at < 1 || at === text.length - 1) return undefined;
  return { type: text.slice(0, at), id: text.slice(at + 1) };
}

const isPrincipalType = (type: string): type is PrincipalType =>
  (PRINCIPAL_TYPES as readonly string[]).includes(type);
