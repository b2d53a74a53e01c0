import { sql } from "kysely";
import type { Topic } from "../core/change-feed.ts";
import type { EpochMilliseconds } from "../core/time.ts";
import { compileOnce } from "./compile-once.ts";
import type { Db, Engine, Trx } from "./engine.ts";

export interface LogEntry {
  readonly op: "put" | "delete";
  readonly kind: string;
  readonly id: string;
  readonly topic: Topic;
}

/**
 * Takes the next revision. The first statement of every commit: the lock on this one row makes commits follow each
 * other, so that whoever sees revision n has all changes up to n.
 */
export async function takeRevision(trx: Trx): Promise<number> {
  const { value } = await trx
    .updateTable("revision")
    .set({ value: sql<number>`value + 1` })
    .returning("value")
    .executeTakeFirstOrThrow();
  return value;
}

/** The last statements of every commit: exactly one row for each revision, or readers would see a gap. */
export async function logChange(
  engine: Engine,
  trx: Trx,
  row: { revision: number; at: EpochMilliseconds; actor: string; entries: readonly LogEntry[] },
): Promise<void> {
  await trx
    .insertInto("change_log")
    .values({ ...row, entries: JSON.stringify(row.entries) })
    .execute();
  await engine.wakeOthers(trx);
}

/** Further behind than this, dropping the caches is cheaper than hearing every change. */
export const LONGEST_CATCH_UP = 1_000;

/** A row of the log after some revision, beside the newest revision; the log's part is null when nothing is new. */
export interface LogRow {
  readonly newest: number;
  readonly revision: number | null;
  readonly entries: string | null;
}

/** One statement, so that the rows and the newest revision are of one snapshot. */
export const changesAfter = (db: Db) =>
  compileOnce<{ after: number }, LogRow>(["after"], ({ after }) =>
    db
      .selectFrom("revision")
      .leftJoin("change_log", (join) => join.on("change_log.revision", ">", after))
      .select(["revision.value as newest", "change_log.revision", "change_log.entries"])
      .orderBy("change_log.revision")
      .limit(LONGEST_CATCH_UP),
  );
