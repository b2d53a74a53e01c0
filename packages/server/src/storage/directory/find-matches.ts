import { sql } from "kysely";
import type { Db } from "../engine/engine.ts";
import type { Condition, Sql } from "./filter-conditions.ts";

/**
 * Up to this many matches are collected through their index and then sorted. When there are more, they are so frequent
 * that a walk in the order of the list soon fills a page. Licet decides this itself, because the engines may choose
 * wrongly: SQLite keeps no statistics by default, and those of PostgreSQL are outdated right after a large change.
 */
export const FEW = 5_000;

/** The conditions of a list, one of which may lead to the matches. */
export interface Matches {
  readonly all: readonly Condition[];
  /** The matches of this condition are read through its index; those that the others refuse are left out. */
  readonly leading?: Condition;
  /** The leading condition has few matches. */
  readonly areFew: boolean;
}

export async function findMatches(db: Db, all: readonly Condition[]): Promise<Matches> {
  const indexed = all.filter(({ index }) => index !== "none");
  for (const leading of indexed) {
    if (await hasFew(db, leading)) return { all, leading, areFew: true };
  }
  // The words of a search come last, and the first of them is the longest.
  const leading = indexed.find(({ index }) => index === "unordered") ?? indexed[0];
  return { all, areFew: false, ...(leading && { leading }) };
}

/** The conditions that are checked row by row where `leading` finds the rows. */
export const othersOf = ({ all, leading }: Matches): readonly Sql[] =>
  all.filter((condition) => condition !== leading).map(({ unindexed }) => unindexed);

async function hasFew(db: Db, { ids }: Condition): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${ids(FEW + 1)} limit ${FEW + 1}) as counted`.execute(db);
  return (rows[0]?.count ?? 0) <= FEW;
}

export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`1 = 1` : sql.join([...conditions], sql` and `);
