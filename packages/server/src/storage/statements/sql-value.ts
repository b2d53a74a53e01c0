/** A value that both engines accept as a parameter and return. */
export type SqlValue = string | number | null;

export type Row = Readonly<Record<string, SqlValue>>;

/**
 * The key of a lookup by a text that a caller chose. PostgreSQL refuses a NUL in a parameter, and no stored text has
 * one, so such a text becomes the empty text, which also matches nothing.
 */
export const lookupKey = (text: string): string => (text.includes("\0") ? "" : text);
