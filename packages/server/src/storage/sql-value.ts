/** What both engines take as a parameter and give back. */
export type SqlValue = string | number | null;

export type Row = Readonly<Record<string, SqlValue>>;
