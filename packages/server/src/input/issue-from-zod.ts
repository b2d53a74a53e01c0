import type { InputIssue } from "@licet/engine/internal/values/input-issue.ts";
import type { z } from "zod";

/** Attaches the issue to a refinement, so `issueFromZod` can return it. */
export const withIssue = <const Issue extends InputIssue>(issue: Issue) => ({ params: { issue } });

export const malformed = (expected: string) => withIssue({ code: "malformed", expected });

/**
 * Converts an issue of zod to one of Licet's codes. Schemas parse with `PARSE_OPTIONS`, because only the input shows
 * whether a value is missing or has the wrong type.
 */
export function issueFromZod(zodIssue: z.core.$ZodIssue): InputIssue {
  switch (zodIssue.code) {
    case "invalid_type":
      return isMissing(zodIssue) ? MISSING : { code: "wrong_type", expected: typeName(zodIssue.expected) };
    case "invalid_value":
      return isMissing(zodIssue) ? MISSING : { code: "not_one_of", values: zodIssue.values.map(String) };
    case "invalid_union":
      return isMissing(zodIssue) ? MISSING : { code: "invalid" };
    case "too_small":
      return tooSmall(zodIssue.origin, Number(zodIssue.minimum));
    case "too_big":
      return tooBig(zodIssue.origin, Number(zodIssue.maximum));
    case "invalid_format":
      return { code: "malformed", expected: FORMATS[zodIssue.format] ?? "text" };
    case "unrecognized_keys":
      return { code: "unknown_member" };
    case "invalid_key":
    case "invalid_element":
      return zodIssue.issues[0] ? issueFromZod(zodIssue.issues[0]) : { code: "invalid" };
    case "custom":
      return (zodIssue.params?.issue as InputIssue | undefined) ?? { code: "invalid" };
    default:
      return { code: "invalid" };
  }
}

const MISSING: InputIssue = { code: "missing" };
const isMissing = (zodIssue: z.core.$ZodIssue): boolean => zodIssue.input === undefined;

/** The types have the names of JSON Schema. */
const typeName = (expected: string): string => TYPES[expected] ?? expected;
const TYPES: Readonly<Record<string, string>> = { record: "object", map: "object", int: "integer" };

const FORMATS: Readonly<Record<string, string>> = { datetime: "date_time", base64: "base64" };

function tooSmall(origin: string, minimum: number): InputIssue {
  if (origin === "string") return { code: "too_short", minimum };
  if (isList(origin)) return { code: "too_few", minimum };
  return { code: "out_of_range", minimum };
}

function tooBig(origin: string, maximum: number): InputIssue {
  if (origin === "string") return { code: "too_long", maximum };
  if (isList(origin)) return { code: "too_many", maximum };
  return { code: "out_of_range", maximum };
}

const isList = (origin: string): boolean => ["array", "set", "map", "object", "record"].includes(origin);
