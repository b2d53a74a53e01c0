import { sql } from "kysely";
import type { ReplicaChangeEntry } from "../../permissions/stores.ts";
import { LONGEST_CATCH_UP, type LogEntry } from "../changes/change-log.ts";
import type { Trx } from "../engine/engine.ts";

/** A longer log is not read: a copy that is so far behind is loaded again. */
const LONGEST_LOG_CHARACTERS = 4_000_000;

/** See `ReplicaView.listChangesAfter`. `newest` is the revision of the snapshot. */
export async function readChangesAfter(
  trx: Trx,
  after: number,
  newest: number,
): Promise<readonly ReplicaChangeEntry[] | undefined> {
  if (after === newest) return [];
  // The reader is ahead of a database that was restored from a backup, or far behind.
  if (after > newest || newest - after > LONGEST_CATCH_UP) return undefined;
  const log = trx.selectFrom("change_log").where("revision", ">", after);
  const { rows, characters } = await log
    .select([
      sql<number>`count(*)`.as("rows"),
      sql<number>`coalesce(sum(length(entries)), 0)`.as("characters"),
    ])
    .executeTakeFirstOrThrow();
  // Each revision has one row. The oldest ones are swept.
  if (Number(rows) !== newest - after || Number(characters) > LONGEST_LOG_CHARACTERS) return undefined;
  const changes = await log.select("entries").orderBy("revision").execute();
  return changes.flatMap(({ entries }) => JSON.parse(entries) as LogEntry[]);
}
