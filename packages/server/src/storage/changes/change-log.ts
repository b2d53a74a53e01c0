import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import { type RawBuilder, sql } from "kysely";
import type { Topic } from "../../core/feed/change-feed.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Db, Engine, LoggedRevision, Trx, WritingTrx } from "../engine/engine.ts";

export interface LogEntry {
  readonly op: "put" | "delete";
  readonly kind: string;
  readonly id: string;
  readonly topic: Topic;
}

/** The first statement of every commit: see `Transactions.commitRevision`. It has no parameters. */
export const takeRevisionIn = (db: Db | Trx) =>
  db.updateTable("revision").set({ value: sql<number>`value + 1` }).returning("value");

/** A change set with more entries is announced as a whole: its readers start over. */
export const MOST_LOGGED_ENTRIES = 500;

/**
 * These are the last statements of every commit. Each revision has exactly one row, or readers would see a gap. A large
 * change set uses that: the log begins anew after it. Caches of all nodes are dropped once, and readers of the change
 * feed and of copies load again, instead of following a million entries.
 */
export async function logChange(
  engine: Engine,
  trx: WritingTrx,
  row: { revision: number; at: EpochMilliseconds; actor: string; entries: readonly LogEntry[] },
): Promise<LoggedRevision> {
  const entries = row.entries.length > MOST_LOGGED_ENTRIES ? null : JSON.stringify(row.entries);
  if (entries === null) await trx.later().deleteFrom("change_log").execute();
  else
    await trx
      .later()
      .insertInto("change_log")
      .values({ ...row, entries })
      .execute();
  await engine.wakeOthers(trx.later());
  return { revision: row.revision, entries, heldAt: engine.now() };
}

/** When a node is further behind than this, dropping its caches is cheaper than announcing every change. */
export const LONGEST_CATCH_UP = 1_000;

/**
 * A row of the log after some revision, with the newest revision. The columns of the log are null when nothing is new.
 */
export interface LogRow {
  readonly newest: number;
  readonly revision: number | null;
  readonly entries: string | null;
  /** The database's time, where the database is asked for it. */
  readonly time?: EpochMilliseconds;
}

/** One statement reads the rows and the newest revision from one snapshot, and the present time if `time` says how. */
export const changesAfter = (db: Db, time?: RawBuilder<EpochMilliseconds>) =>
  compileOnce<{ after: number }, LogRow>(["after"], ({ after }) =>
    db
      .selectFrom("revision")
      .leftJoin("change_log", (join) => join.on("change_log.revision", ">", after))
      .select(["revision.value as newest", "change_log.revision", "change_log.entries"])
      .$if(time !== undefined, (query) => query.select((time as RawBuilder<EpochMilliseconds>).as("time")))
      .orderBy("change_log.revision")
      .limit(LONGEST_CATCH_UP),
  );
