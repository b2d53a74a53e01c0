import { sql } from "kysely";
import { MAX_TOTAL, type Total } from "../../directory/directory-store.ts";
import type { Db } from "../engine/engine.ts";
import type { Sql } from "./filter-conditions.ts";
import { allOf, type Matches, othersOf } from "./find-matches.ts";

/**
 * At most this many matches of one condition are read to count those of all. An entity may match a search by several
 * of its words, so there are more of them than of entities.
 */
const MAX_READ = 4 * MAX_TOTAL;

/** Counts up to `MAX_TOTAL`, and reads at most `MAX_READ` matches. */
export async function countMatches(db: Db, table: Sql, matches: Matches): Promise<Total> {
  const { all, leading } = matches;
  if (leading === undefined) {
    const conditions = all.map(({ unindexed }) => unindexed);
    return toTotal(
      await count(db, sql`select 1 from ${table} where ${allOf(conditions)} limit ${MAX_TOTAL + 1}`),
    );
  }
  const others = othersOf(matches);
  const read = sql`select id from (${leading.ids(MAX_READ)} limit ${MAX_READ}) as read_matches`;
  const counted = await count(
    db,
    others.length === 0
      ? sql`select distinct id from (${read}) as matches`
      : sql`select 1 from ${table} where ${allOf([sql`id in (${read})`, ...others])}`,
  );
  const isWhole = matches.areFew || (await count(db, read)) < MAX_READ;
  return isWhole ? toTotal(counted) : { atLeast: Math.min(counted, MAX_TOTAL) };
}

const toTotal = (counted: number): Total =>
  counted > MAX_TOTAL ? { atLeast: MAX_TOTAL } : { exactly: counted };

async function count(db: Db, selection: Sql): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${selection}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}
