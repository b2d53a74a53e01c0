import { sql } from "kysely";
import type { ListFilter } from "../../management/stores.ts";
import type { EntityKind } from "../../state/change.ts";
import type { Db } from "../engine.ts";
import { tableOf } from "../entities/entity-tables.ts";
import type { EntitySchema } from "../schema.ts";
import { type FilterConditions, filterConditions, type Sql } from "./filter-conditions.ts";
import { listings } from "./listings.ts";

export interface PageQuery {
  readonly after?: string;
  readonly limit: number;
  readonly filter?: ListFilter;
}

type AnyRow = EntitySchema[keyof EntitySchema];

/**
 * Up to this many matches are collected through their index and then sorted by id. When there are more, they are so
 * frequent that a scan in the order of ids soon fills a page. Either way a page takes a few milliseconds in a million
 * rows, wherever it begins. Licet decides this itself, because the engines may choose wrongly: SQLite keeps no
 * statistics by default, and those of PostgreSQL are outdated right after a large change.
 */
const FEW = 5_000;

/** Reads rows in the order of ids, starting after `after`. */
export async function readPage(db: Db, kind: EntityKind, query: PageQuery): Promise<readonly AnyRow[]> {
  const { after = "", limit, filter = {} } = query;
  const table = sql.table(tableOf(kind).table);
  const conditions = filterConditions(kind, filter);
  const few = await findFewMatches(db, table, kind, conditions);
  const page =
    few === undefined
      ? allOf([sql`id > ${after}`, ...scanConditions(conditions)])
      : sql`id in (
          select id from (${sql.join(few, sql` union `)}) as matches
          where id > ${after} order by id limit ${limit})`;
  const { rows } = await sql<AnyRow>`
    select * from ${table} where ${page} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Selections of ids through indexes: alone, to count them, and with all other conditions. */
interface Matches {
  readonly alone: readonly Sql[];
  readonly filtered: readonly Sql[];
}

/** The ids of all matches, if one condition has only a few matches. */
async function findFewMatches(db: Db, table: Sql, kind: EntityKind, conditions: FilterConditions) {
  for (const { alone, filtered } of indexedMatches(table, kind, conditions)) {
    if (await areFew(db, alone)) return filtered;
  }
  return undefined;
}

function* indexedMatches(
  table: Sql,
  kind: EntityKind,
  { equals, search }: FilterConditions,
): Generator<Matches> {
  // The index of this filter lists the matches in order, so they need no sorting.
  if (search === undefined && equals.length === 1 && equals[0]?.index === "ordered") return;
  const ids = (conditions: readonly Sql[]) => sql`select id from ${table} where ${allOf(conditions)}`;
  const searched = search === undefined ? [] : [anyOf(search.map(({ unindexed }) => unindexed))];
  for (const each of equals) {
    if (each.index === "none") continue;
    const others = equals.filter((other) => other !== each).map(({ unindexed }) => unindexed);
    yield { alone: [ids([each.indexed])], filtered: [ids([each.indexed, ...others, ...searched])] };
  }
  if (search === undefined || !listings[kind].search.indexed) return;
  const others = equals.map(({ unindexed }) => unindexed);
  yield {
    alone: search.map(({ indexed }) => ids([indexed])),
    filtered: search.map(({ indexed }) => ids([indexed, ...others])),
  };
}

function scanConditions({ equals, search }: FilterConditions): readonly Sql[] {
  const leading = equals.find(({ index }) => index === "ordered");
  const conditions = equals.map((each) => (each === leading ? each.indexed : each.unindexed));
  return search === undefined ? conditions : [...conditions, anyOf(search.map(({ unindexed }) => unindexed))];
}

async function areFew(db: Db, selections: readonly Sql[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      ${sql.join([...selections], sql` union all `)} limit ${FEW + 1}) as counted`.execute(db);
  return (rows[0]?.count ?? 0) <= FEW;
}

const allOf = (conditions: readonly Sql[]): Sql => sql.join([...conditions], sql` and `);
const anyOf = (conditions: readonly Sql[]): Sql =>
  sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`;
