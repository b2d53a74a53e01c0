import { type ExportRecord, textOf } from "../export-values.ts";
import { cleanText } from "./clean-text.ts";
import type { Notes } from "./create-notes.ts";

const MAX_FIELDS = 10;

interface Noting {
  readonly notes: Notes;
}

/**
 * The entries of a list, each with the text that it is known by: the first of `fields` that it has. An entry that has
 * none of them is reported.
 */
export function readEntries(
  draft: Noting,
  /** `user`, `member of group staff` */
  what: string,
  entries: readonly ExportRecord[],
  ...fields: readonly [string, ...string[]]
): readonly (readonly [key: string, entry: ExportRecord])[] {
  return entries.flatMap((entry, index) => {
    const key = fields.map((field) => textOf(entry[field])).find((text) => text !== undefined);
    if (key !== undefined) return [[key, entry] as const];
    noteUnreadable(draft, { what, index, entry, missing: fields.join(" or ") });
    return [];
  });
}

/**
 * Names an entry that was not read: its number, the field that it lacks, and the fields that it has. Values
 * may be secrets, so no value is named.
 */
export function noteUnreadable({ notes }: Noting, { what, index, entry, missing }: UnreadableEntry): void {
  const fields = Object.keys(entry).map((field) => cleanText(field, 50) ?? '""');
  const named = [...fields.slice(0, MAX_FIELDS), ...(fields.length > MAX_FIELDS ? ["…"] : [])];
  notes.leaveOut(
    `${what} ${index + 1} (${named.length === 0 ? "without fields" : `with ${named.join(", ")}`})`,
    `it has no ${missing}, so it could not be read; add the field, and convert again`,
  );
}

interface UnreadableEntry {
  readonly what: string;
  /** Counted among the entries of its kind, from 0. */
  readonly index: number;
  readonly entry: ExportRecord;
  /** `username`, `id or accessKeyId` */
  readonly missing: string;
}
