import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import type { z } from "zod";
import { ENTRY_KINDS, type EntryKind } from "../directory/kinds/kinds.ts";
import type { EntryPath } from "../directory/plan/entries-error.ts";
import { PARSE_OPTIONS } from "../input/describe-zod-issue.ts";
import { didYouMean } from "../input/did-you-mean.ts";
import { issueFromZod } from "../input/issue-from-zod.ts";
import { listUnknownKeys, quote } from "../input/schemas.ts";
import { type ImportEntry, isImportKind, lineSchemaOf } from "./import-line-schema.ts";
import { MAX_LINE_BYTES, type RawLine } from "./read-lines.ts";

/** What is wrong with a line: its form, what the stored state or the guards do not allow. */
export interface RefusedLine {
  readonly line: number;
  /** Leads to the place inside the line. */
  readonly path: EntryPath;
  readonly message: string;
  readonly issue: { readonly code: string; readonly [value: string]: unknown };
}

export interface ImportedLine {
  readonly number: number;
  readonly entry: ImportEntry;
}

/** Gives the entry of a line, or everything that is wrong with it. */
export function parseImportLine(raw: RawLine): ImportedLine | readonly RefusedLine[] {
  const refuse = (issue: DescribedIssue, path: EntryPath = []) => [{ line: raw.number, path, ...issue }];
  if ("unreadable" in raw) return refuse(UNREADABLE[raw.unreadable]);
  const value = parseJson(raw.text);
  if (value === undefined) return refuse(NOT_JSON);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse(NOT_OBJECT);
  const unusable = findUnusable(raw.text, value);
  if (unusable) return refuse(unusable);
  const { kind } = value as { readonly kind?: unknown };
  if (!isImportKind(kind)) return refuse(unknownKind(kind), ["kind"]);
  const result = lineSchemaOf(kind).safeParse(value, PARSE_OPTIONS);
  if (result.success) return { number: raw.number, entry: result.data };
  return result.error.issues.flatMap((zodIssue) =>
    locate(zodIssue, kind).map((located) => ({
      line: raw.number,
      ...located,
      issue: issueFromZod(zodIssue),
    })),
  );
}

function locate(
  zodIssue: z.core.$ZodIssue,
  kind: EntryKind,
): readonly Pick<RefusedLine, "path" | "message">[] {
  const path = zodIssue.path as EntryPath;
  if (zodIssue.code !== "unrecognized_keys") return [{ path, message: zodIssue.message }];
  return listUnknownKeys(zodIssue).map(({ key, message }) => ({
    path: [...path, key],
    message: kind === "user" && key === "password" ? NO_PASSWORDS : message,
  }));
}

const NO_PASSWORDS =
  "lines have no passwords; give the user a one-time link, or set a password with licet user password";

const UNREADABLE = {
  too_long: {
    message: `is longer than ${MAX_LINE_BYTES} bytes`,
    issue: { code: "too_long", maximum: MAX_LINE_BYTES },
  },
  not_utf8: { message: "is not valid UTF-8", issue: { code: "unusable_characters" } },
} as const;
const NOT_JSON: DescribedIssue = {
  message: "is not valid JSON",
  issue: { code: "malformed", expected: "json" },
};
const NOT_OBJECT: DescribedIssue = {
  message: "expected an object",
  issue: { code: "wrong_type", expected: "object" },
};

function unknownKind(kind: unknown): DescribedIssue {
  if (kind === undefined) return { message: "is missing", issue: { code: "missing" } };
  const suggestion = typeof kind === "string" ? didYouMean(kind, ENTRY_KINDS) : "";
  return {
    message: `${quote(kind)} is no kind of an import${suggestion}: one of ${ENTRY_KINDS.join(", ")}`,
    issue: { code: "not_one_of", values: [...ENTRY_KINDS] },
  };
}

/** Undefined when the text is not JSON: no JSON text has this value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX_DEPTH = 64;
const TOO_DEEP: DescribedIssue = {
  message: `nested more than ${MAX_DEPTH} levels deep`,
  issue: { code: "too_deep", maximum: MAX_DEPTH },
};
const UNUSABLE: DescribedIssue = {
  message: "contains a NUL, half a character, or a name that is not allowed",
  issue: { code: "unusable_characters" },
};

/** The same bounds as for a JSON body. Most lines are plain, and need no look at their values. */
function findUnusable(text: string, value: object): DescribedIssue | undefined {
  const isPlain =
    !/\\u|__proto__|constructor/.test(text) && text.split(/[[{]/, MAX_DEPTH + 2).length <= MAX_DEPTH;
  return isPlain ? undefined : findWithin(value, MAX_DEPTH);
}

/** Recursive, because it stops at the bound. */
function findWithin(value: unknown, levels: number): DescribedIssue | undefined {
  if (typeof value === "string") return isUnstorable(value) ? UNUSABLE : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (levels < 0) return TOO_DEEP;
  for (const [key, member] of Object.entries(value)) {
    if (isUnstorable(key) || key === "__proto__" || key === "constructor") return UNUSABLE;
    const issue = findWithin(member, levels - 1);
    if (issue) return issue;
  }
  return undefined;
}

const isUnstorable = (text: string): boolean => text.includes("\0") || !text.isWellFormed();
