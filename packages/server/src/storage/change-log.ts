import { type RawBuilder, sql } from "kysely";
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
 * Takes the next revision. This is the first statement of every commit: the lock on this one row puts commits into one
 * order, so a reader that sees revision n has all changes up to n.
 */
export async function takeRevision(trx: Trx): Promise<number> {
  const { value } = await trx
    .updateTable("revision")
    .set({ value: sql<number>`value + 1` })
    .returning("value")
    .executeTakeFirstOrThrow();
  return value;
}

/** These are the last statements of every commit. Each revision has exactly one row, or readers would see a gap. */
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
