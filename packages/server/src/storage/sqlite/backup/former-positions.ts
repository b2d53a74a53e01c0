import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Positions } from "../../backup/end-issued.ts";

/** The positions of the database that is to be replaced; undefined when there is none, or none that can be read. */
export function readFormerPositions(file: string): Positions | undefined {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return undefined;
  try {
    // Only reads: to close a damaged database could cost it its `-wal`.
    const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
    try {
      const found = database.prepare(POSITIONS).get() as unknown as Positions;
      return { ...found, auditEvent: found.auditEvent ?? 0 };
    } finally {
      database.close();
    }
  } catch {
    // A damaged database is a reason to restore one. The time alone then keeps positions from coming again.
    return undefined;
  }
}

const POSITIONS = `
  select (select value from revision) as revision, (select value from revocation_position) as revocation,
    (select max(id) from audit_events) as "auditEvent"`;
