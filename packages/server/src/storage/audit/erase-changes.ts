import { sql } from "kysely";
import type { Db } from "../engine/engine.ts";
import { lookupKey } from "../statements/sql-value.ts";

/** Small enough that one transaction does not delay requests for long. */
const EVENTS_AT_ONCE = 500;

/** Removes the values from the events of one object, oldest first. Returns the number of events that had some. */
export async function eraseChanges(db: Db, target: string): Promise<number> {
  let after = 0;
  let erased = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; data: string | null }>`
      select id, data from audit_events where target = ${lookupKey(target)} and id > ${after}
      order by id limit ${EVENTS_AT_ONCE}`.execute(db);
    await db.transaction().execute(async (trx) => {
      for (const { id, data } of rows) {
        const rest = withoutChanges(data);
        if (rest === undefined) continue;
        await trx.updateTable("audit_events").set({ data: rest }).where("id", "=", id).execute();
        erased += 1;
      }
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < EVENTS_AT_ONCE) return erased;
    after = last.id;
  }
}

/** Undefined when the event has no values. */
function withoutChanges(data: string | null): string | undefined {
  const parsed: Readonly<Record<string, unknown>> = data === null ? {} : JSON.parse(data);
  const { changes, truncated: _, ...rest } = parsed;
  return changes === undefined ? undefined : JSON.stringify({ ...rest, changes_erased: true });
}
