/**
 * Reads the members of an export. Exports differ between versions, so a member of another type counts as missing; what
 * an export must have is checked where it is read.
 */

export type ExportRecord = Readonly<Record<string, unknown>>;

/** One file of an export, parsed. */
export interface ExportFile {
  readonly name: string;
  readonly data: unknown;
}

export const isRecord = (value: unknown): value is ExportRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): ExportRecord => (isRecord(value) ? value : {});
export const recordsOf = (value: unknown): readonly ExportRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** An empty text says nothing, so it counts as missing. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => textOf(each) !== undefined) : [];

/**
 * Every entry of a list. One that is no object has no fields, so that it is reported as one that cannot be read. Where an
 * export may have a text instead of an object, the text is the value of `textField`.
 */
export const entriesOf = (value: unknown, textField?: string): readonly ExportRecord[] =>
  (Array.isArray(value) ? value : []).map((entry) =>
    textField !== undefined && textOf(entry) !== undefined ? { [textField]: entry } : recordOf(entry),
  );

/** `{ "orders-api": ["read"] }` */
export const textListsOf = (value: unknown): readonly (readonly [string, readonly string[]])[] =>
  Object.entries(recordOf(value)).map(([key, texts]) => [key, textsOf(texts)]);
