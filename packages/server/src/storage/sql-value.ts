/** A value that both engines take as a parameter and give back. */
export type SqlValue = string | number | null;

export type Row = Readonly<Record<string, SqlValue>>;

/**
 * The key of a lookup by a text that a caller chose. PostgreSQL refuses a NUL in a parameter, and no stored text has one:
 * such a text becomes the empty one, which names nothing either.
 */
export const lookupKey = (text: string): string => (text.includes("\0") ? "" : text);
