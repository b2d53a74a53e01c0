import type { z } from "zod";
import { didYouMean } from "./did-you-mean.ts";

type Issue = z.core.$ZodRawIssue;

/**
 * Describes an issue of the input with Licet's own messages, because the library's messages change with its version. A
 * message names the expected and the actual type, and never repeats a value, which may be a secret.
 */
export function describeZodIssue(zodIssue: Issue): string {
  if (isMissing(zodIssue)) return "is missing";
  switch (zodIssue.code) {
    case "invalid_type":
      return wrongType(zodIssue.expected, zodIssue.input);
    case "invalid_value": {
      const values = zodIssue.values.map(String);
      const expected = values.length === 1 ? `expected ${values[0]}` : `expected one of ${values.join(", ")}`;
      return `${expected}${didYouMean(String(zodIssue.input), values)}`;
    }
    case "invalid_union":
      return noneOf(zodIssue);
    case "too_small":
      return tooSmall(zodIssue);
    case "too_big":
      return tooBig(zodIssue);
    case "invalid_format":
      return `expected ${FORMATS[zodIssue.format] ?? "a text of another form"}`;
    case "not_multiple_of":
      return `expected a number that ${zodIssue.divisor} divides`;
    case "unrecognized_keys":
      return "unknown member";
    case "invalid_key":
    case "invalid_element":
      return zodIssue.issues[0]?.message ?? "is not valid";
    default:
      return "is not valid";
  }
}

/** Every `safeParse` uses Licet's messages, and reports the input, because `issueFromZod` needs it for missing keys. */
export const PARSE_OPTIONS = { error: describeZodIssue, reportInput: true } as const;

const isMissing = ({ code, input }: Issue): boolean =>
  input === undefined && (code === "invalid_type" || code === "invalid_value" || code === "invalid_union");

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  nan: "something that is no number",
  fraction: "a fraction",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
  null: "nothing",
};
const nameOf = (type: string): string => TYPE_NAMES[type] ?? "something else";

function wrongType(expected: string, input: unknown): string {
  const got = typeOf(input, expected);
  const hint = expected === "string" && /^(number|boolean)$/.test(got) ? "; put it in quotes" : "";
  return `expected ${nameOf(expected)}, not ${nameOf(got)}${hint}`;
}

function typeOf(input: unknown, expected: string): string {
  if (input === null) return "null";
  if (Array.isArray(input)) return "array";
  if (Number.isNaN(input)) return "nan";
  return expected === "int" && typeof input === "number" ? "fraction" : typeof input;
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "a date and time with its zone, such as 2027-01-01T00:00:00Z",
  base64: "base64",
};

/** If only the type is wrong, the message lists the valid types. Otherwise each form has its own issues: too many. */
function noneOf({ errors, input }: Extract<Issue, { code: "invalid_union" }>): string {
  const expected = errors.map(([zodIssue]) =>
    zodIssue?.code === "invalid_type" && zodIssue.path.length === 0 ? zodIssue.expected : undefined,
  );
  const got = typeOf(input, "");
  if (expected.length === 0 || expected.includes(undefined)) return "has none of the forms that it may have";
  const names = [...new Set(expected.map((type) => nameOf(type ?? "")))];
  return `expected ${names.join(" or ")}, not ${nameOf(got)}`;
}

function tooSmall(zodIssue: Extract<Issue, { code: "too_small" }>): string {
  const { origin, inclusive, exact } = zodIssue;
  const minimum = Number(zodIssue.minimum);
  const unit = unitOf(origin, minimum);
  if (unit === undefined) return `must be ${inclusive === false ? "more than" : "at least"} ${minimum}`;
  if (minimum === 1) return "must not be empty";
  return `needs ${exact ? "exactly" : "at least"} ${minimum} ${unit}`;
}

function tooBig(zodIssue: Extract<Issue, { code: "too_big" }>): string {
  const { origin, inclusive, exact } = zodIssue;
  const maximum = Number(zodIssue.maximum);
  const unit = unitOf(origin, maximum);
  if (unit === undefined) return `must be ${inclusive === false ? "less than" : "at most"} ${maximum}`;
  return exact ? `needs exactly ${maximum} ${unit}` : `may have at most ${maximum} ${unit}`;
}

/** The unit of a length; undefined when the limit applies to the value itself. */
function unitOf(origin: string, count: number): string | undefined {
  const plural = (one: string, more: string) => (count === 1 ? one : more);
  if (origin === "string") return plural("character", "characters");
  return ["array", "set", "map", "object", "record"].includes(origin)
    ? plural("entry", "entries")
    : undefined;
}
