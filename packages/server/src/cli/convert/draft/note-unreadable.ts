import type { ExportRecord } from "../export-values.ts";
import { cleanText } from "./clean-text.ts";
import type { Notes } from "./create-notes.ts";

const MAX_FIELDS = 10;

/**
 * Names an entry that was not read: its number, the field that it lacks, and the fields that it has. Values
 * may be secrets, so no value is named.
 */
export function noteUnreadable(
  { notes }: { readonly notes: Notes },
  { what, index, entry, missing }: UnreadableEntry,
): void {
  const fields = Object.keys(entry).map((field) => cleanText(field, 50) ?? '""');
  const named = [...fields.slice(0, MAX_FIELDS), ...(fields.length > MAX_FIELDS ? ["…"] : [])];
  notes.leaveOut(
    `${what} ${index + 1} (${named.length === 0 ? "without fields" : `with ${named.join(", ")}`})`,
    `it has no ${missing}, so it could not be read; add the field, and convert again`,
  );
}

export interface UnreadableEntry {
  /** `user`, `member of group staff` */
  readonly what: string;
  /** Counted among the entries of its kind, from 0. */
  readonly index: number;
  readonly entry: ExportRecord;
  /** `username`, `id or accessKeyId` */
  readonly missing: string;
}
