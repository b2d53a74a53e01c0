import { sql } from "kysely";
import { registerRedirects, registrationsFrom } from "../accounts/redirect-registrations.ts";
import type { Trx } from "../engine/engine.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import type { Row } from "../statements/sql-value.ts";
import type { EntitySchema } from "../tables/schema.ts";

export const REGISTRATIONS = "redirect_registrations";

/**
 * Adds the time of registration of each address to rows of applications. The times are read here, while the lock on the
 * revision is held, and never taken from the change: a planned change does not have them.
 */
export async function withRegistrations(trx: Trx, rows: readonly Row[]): Promise<readonly Row[]> {
  const before = new Map<string, EntitySchema["applications"]>();
  for (const chunk of fixedChunks(rows.map(({ id }) => String(id)))) {
    const { rows: found } = await sql<EntitySchema["applications"]>`
      select * from applications where id in (${sql.join(chunk)})`.execute(trx);
    for (const row of found) before.set(row.id, row);
  }
  return rows.map((row) => {
    const next = row as unknown as EntitySchema["applications"];
    const present = before.get(next.id);
    const known = present ? registrationsFrom(present) : [];
    const now = { revision: next.version, at: next.updated_at };
    return { ...row, [REGISTRATIONS]: JSON.stringify(registerRedirects(next, known, now)) };
  });
}
