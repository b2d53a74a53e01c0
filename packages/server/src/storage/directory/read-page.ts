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
 * Up to so many matches are gathered through their index and then put into the order of ids. When there are more, they
 * lie so close in that order that walking along it soon finds a page. Either way a page costs a few milliseconds among
 * a million rows, wherever it begins. Decided here, because the engines cannot be relied on to choose: SQLite keeps no
 * statistics unless told to, and those of PostgreSQL are old right after a large change.
 */
const FEW = 5_000;

/** Rows in the order of ids, from behind `after`. */
export async function readPage(db: Db, kind: EntityKind, query: PageQuery): Promise<readonly AnyRow[]> {
  const { after = "", limit, filter = {} } = query;
  const table = sql.table(tableOf(kind).table);
  const conditions = filterConditions(kind, filter);
  const few = await findFewMatches(db, table, kind, conditions);
  const page =
    few === undefined
      ? allOf([sql`id > ${after}`, ...walkConditions(conditions)])
      : sql`id in (
          select id from (${sql.join(few, sql` union `)}) as matches
          where id > ${after} order by id limit ${limit})`;
  const { rows } = await sql<AnyRow>`
    select * from ${table} where ${page} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Selections of ids through indexes: by themselves, to see how many there are, and with all other conditions. */
interface Matches {
  readonly alone: readonly Sql[];
  readonly filtered: readonly Sql[];
}

/** The ids of all matches, if some condition leaves only a few to look at. */
async function findFewMatches(db: Db, table: Sql, kind: EntityKind, conditions: FilterConditions) {
  for (const { alone, filtered } of matchesToGather(table, kind, conditions)) {
    if (await areFew(db, alone)) return filtered;
  }
  return undefined;
}

function* matchesToGather(
  table: Sql,
  kind: EntityKind,
  { equals, search }: FilterConditions,
): Generator<Matches> {
  // Its index has the matches in order: nothing is left to gather for.
  if (search === undefined && equals.length === 1 && equals[0]?.found === "ordered") return;
  const ids = (conditions: readonly Sql[]) => sql`select id from ${table} where ${allOf(conditions)}`;
  const searched = search === undefined ? [] : [anyOf(search.map(({ opaque }) => opaque))];
  for (const each of equals) {
    if (each.found === "walked") continue;
    const others = equals.filter((other) => other !== each).map(({ opaque }) => opaque);
    yield { alone: [ids([each.open])], filtered: [ids([each.open, ...others, ...searched])] };
  }
  if (search === undefined || !listings[kind].search.indexed) return;
  const others = equals.map(({ opaque }) => opaque);
  yield {
    alone: search.map(({ open }) => ids([open])),
    filtered: search.map(({ open }) => ids([open, ...others])),
  };
}

function walkConditions({ equals, search }: FilterConditions): readonly Sql[] {
  const leading = equals.find(({ found }) => found === "ordered");
  const conditions = equals.map((each) => (each === leading ? each.open : each.opaque));
  return search === undefined ? conditions : [...conditions, anyOf(search.map(({ opaque }) => opaque))];
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
