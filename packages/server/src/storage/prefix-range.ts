import { type RawBuilder, sql } from "kysely";

/** The last code point. It is no character, so no name contains it. */
const LAST = "\u{10FFFF}";

/** Selects all texts with this prefix as a range that an index can answer: texts are compared byte by byte. */
export const prefixRange = (expression: RawBuilder<unknown>, prefix: string): RawBuilder<unknown> =>
  sql`${expression} >= ${prefix} and ${expression} < ${prefix + LAST}`;
