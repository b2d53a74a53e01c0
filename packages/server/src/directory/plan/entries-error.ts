import type { InputIssue } from "@licet/engine/internal/values/input-issue.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";

/** The path of a value among entries: `["roles", 0, "grants", 1]`. */
export type EntryPath = readonly (string | number)[];

export interface EntryIssue {
  readonly path: EntryPath;
  readonly message: string;
  /** The issue for programs. A YAML error has none, because only a file can contain it. */
  readonly issue?: InputIssue;
  /** The value is well-formed, but what is stored or the rest of the input does not allow it, such as a cycle. */
  readonly conflict?: true;
  /** It is about the name of a member, not about its value. */
  readonly isName?: true;
  /** The place inside the text of the value, counted from 1, and what is said there. */
  readonly within?: { readonly line: number; readonly column: number; readonly message: string };
}

const MAX_SHOWN = 20;

/** Entries cannot be written as they are, and nothing was written. */
export class EntriesError<I extends EntryIssue = EntryIssue> extends InvalidInputError {
  readonly issues: readonly I[];
  /** `roles[0].grants[1].permission: …` */
  readonly lines: readonly string[];

  constructor(issues: readonly I[], format: (issue: I) => string = formatIssue) {
    const lines = issues.map(format);
    const hidden = lines.length - MAX_SHOWN;
    const more = hidden > 0 ? [`… and ${hidden} more`] : [];
    super([...lines.slice(0, MAX_SHOWN), ...more].join("\n"));
    this.issues = issues;
    this.lines = lines;
  }
}

export function formatIssue({ path, message }: EntryIssue): string {
  return path.length === 0 ? message : `${formatPath(path)}: ${message}`;
}

function formatPath(path: EntryPath): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`));
  return parts.join("").replace(/^\./, "");
}
