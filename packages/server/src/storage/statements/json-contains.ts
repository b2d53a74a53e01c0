import { type RawBuilder, sql } from "kysely";

/**
 * True when a JSON text contains this piece. JSON escapes quotes inside strings, so a piece with quotes matches only
 * whole strings. Uses `replace`, which both engines have.
 */
export const jsonContains = (column: string, piece: string): RawBuilder<unknown> =>
  sql`replace(${sql.ref(column)}, ${piece}, '') <> ${sql.ref(column)}`;
