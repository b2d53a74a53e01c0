import { type RawBuilder, sql } from "kysely";

/**
 * Whether a JSON text has this piece. Inside a JSON string quotes are escaped, so that a piece with quotes is found
 * only where it is meant. Spelled with `replace`, which both engines have.
 */
export const jsonContains = (column: string, piece: string): RawBuilder<unknown> =>
  sql`replace(${sql.ref(column)}, ${piece}, '') <> ${sql.ref(column)}`;
