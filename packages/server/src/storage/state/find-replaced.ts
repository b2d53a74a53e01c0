import { sql } from "kysely";
import type { Change } from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";

/** Finds the written assignments that already exist: the audit log distinguishes new assignments from changed ones. */
export async function findReplaced(trx: Trx, changes: readonly Change[]): Promise<ReadonlySet<string>> {
  const ids = changes.flatMap(({ op, kind, value }) =>
    op === "put" && kind === "assignment" ? [value.id] : [],
  );
  const found = new Set<string>();
  for (const chunk of fixedChunks([...new Set(ids)])) {
    const { rows } = await sql<{ id: string }>`
      select id from assignments where id in (${sql.join(chunk)})`.execute(trx);
    for (const { id } of rows) found.add(id);
  }
  return found;
}
