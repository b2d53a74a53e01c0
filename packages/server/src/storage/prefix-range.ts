import { type RawBuilder, sql } from "kysely";

/** The last code point there is. It names no character, so no name goes on with it. */
const LAST = "\u{10FFFF}";

/** Everything that begins with the prefix, as a range that an index can answer: texts are compared byte by byte. */
export const prefixRange = (expression: RawBuilder<unknown>, prefix: string): RawBuilder<unknown> =>
  sql`${expression} >= ${prefix} and ${expression} < ${prefix + LAST}`;
