import type { z } from "zod";
import type { InputFault } from "../core/input-fault.ts";

/** For a refinement: what it finds, so that `faultOfIssue` can say it again. */
export const withFault = <const Fault extends InputFault>(fault: Fault) => ({ params: { fault } });

export const malformed = (expected: string) => withFault({ code: "malformed", expected });

/**
 * What zod found, as one of our codes. Schemas parse with `PARSE_OPTIONS`: only the input tells what is missing from
 * what has the wrong type.
 */
export function faultOfIssue(issue: z.core.$ZodIssue): InputFault {
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue) ? MISSING : { code: "wrong_type", expected: typeName(issue.expected) };
    case "invalid_value":
      return isMissing(issue) ? MISSING : { code: "not_one_of", values: issue.values.map(String) };
    case "invalid_union":
      return isMissing(issue) ? MISSING : { code: "invalid" };
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum));
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum));
    case "invalid_format":
      return { code: "malformed", expected: FORMATS[issue.format] ?? "text" };
    case "unrecognized_keys":
      return { code: "unknown_member" };
    case "invalid_key":
    case "invalid_element":
      return issue.issues[0] ? faultOfIssue(issue.issues[0]) : { code: "invalid" };
    case "custom":
      return (issue.params?.fault as InputFault | undefined) ?? { code: "invalid" };
    default:
      return { code: "invalid" };
  }
}

const MISSING: InputFault = { code: "missing" };
const isMissing = (issue: z.core.$ZodIssue): boolean => issue.input === undefined;

/** As JSON Schema calls them. */
const typeName = (expected: string): string => TYPES[expected] ?? expected;
const TYPES: Readonly<Record<string, string>> = { record: "object", map: "object", int: "integer" };

const FORMATS: Readonly<Record<string, string>> = { datetime: "date_time", base64: "base64" };

function tooSmall(origin: string, minimum: number): InputFault {
  if (origin === "string") return { code: "too_short", minimum };
  if (isList(origin)) return { code: "too_few", minimum };
  return { code: "out_of_range", minimum };
}

function tooBig(origin: string, maximum: number): InputFault {
  if (origin === "string") return { code: "too_long", maximum };
  if (isList(origin)) return { code: "too_many", maximum };
  return { code: "out_of_range", maximum };
}

const isList = (origin: string): boolean => ["array", "set", "map", "object", "record"].includes(origin);
