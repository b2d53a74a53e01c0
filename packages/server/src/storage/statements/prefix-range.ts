import { type RawBuilder, type SqlBool, sql } from "kysely";

/** The last code point. It is no character, so no name contains it, and every name comes before it. */
export const LAST_TEXT = "\u{10FFFF}";

/** Selects all texts with this prefix as a range that an index can answer: texts are compared byte by byte. */
export const prefixRange = (expression: RawBuilder<unknown>, prefix: string): RawBuilder<SqlBool> =>
  sql`${expression} >= ${prefix} and ${expression} < ${prefix + LAST_TEXT}`;
