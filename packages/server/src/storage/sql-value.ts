/** What both engines take as a parameter and give back. */
export type SqlValue = string | number | null;

export type Row = Readonly<Record<string, SqlValue>>;

/**
 * What to look for, when a caller chose the text. PostgreSQL refuses even to look for a NUL, and nothing stored has
 * one: such a text is looked for as the empty one, which names nothing either.
 */
export const lookupKey = (text: string): string => (text.includes("\0") ? "" : text);
