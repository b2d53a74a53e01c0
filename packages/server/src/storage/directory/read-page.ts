import { sql } from "kysely";
import type { Db } from "../engine/engine.ts";
import type { SqlValue } from "../statements/sql-value.ts";
import type { EntitySchema } from "../tables/schema.ts";
import type { Sql } from "./filter-conditions.ts";
import { allOf, FEW, type Matches, othersOf } from "./find-matches.ts";
import type { ListOrder, Position, Stretch } from "./list-order.ts";

/** A row with the value that it is sorted by. */
export type PageRow = EntitySchema[keyof EntitySchema] & { readonly sort_key: SqlValue };

export interface Page {
  readonly table: Sql;
  readonly matches: Matches;
  readonly order: ListOrder;
  readonly limit: number;
}

/**
 * A walk reads at most this many rows to fill a page. Many matches may all be at the end of the list: those of `zo` in
 * the order of names. Then they are collected through their index instead.
 */
const LONGEST_WALK = 20_000;

/** Reads rows in their order, starting after a position. */
export async function readPage(db: Db, page: Page, after: Position | undefined): Promise<readonly PageRow[]> {
  const rows: PageRow[] = [];
  for (const stretch of page.order.stretchesAfter(after)) {
    rows.push(...(await readStretch(db, { ...page, limit: page.limit - rows.length }, stretch)));
    if (rows.length >= page.limit) break;
  }
  return rows;
}

async function readStretch(db: Db, page: Page, stretch: Stretch): Promise<readonly PageRow[]> {
  const { matches } = page;
  if (matches.areFew && !isInOrder(page)) return collect(db, page, stretch);
  if (matches.all.length === 0 || isInOrder(page)) return walk(db, page, stretch);
  const end = matches.leading && (await findWalkEnd(db, page, stretch));
  const rows = await walk(db, page, stretch, end);
  return end === undefined || rows.length >= page.limit ? rows : collect(db, page, stretch);
}

/** The one condition has an index that lists its matches in the order of the list: by ids. */
const isInOrder = ({ matches: { all, leading }, order }: Page): boolean =>
  all.length === 1 && leading?.index === "ordered" && order.isById;

/** Reads all matches of the leading condition, and sorts those of the stretch. */
function collect(db: Db, page: Page, stretch: Stretch) {
  const { matches, order } = page;
  const conditions = [
    sql`id in (select id from (${matches.leading?.ids(matches.areFew ? FEW : undefined)}) as matches)`,
    ...othersOf(matches),
    ...order.within(stretch, "unindexed"),
  ];
  return select(db, page, conditions, order.orderBy.unindexed);
}

/** Goes through the list in its order, up to `end`, and leaves out what does not match. */
function walk(db: Db, page: Page, stretch: Stretch, end?: Position) {
  const { matches, order } = page;
  const conditions = [
    ...order.within(stretch, "indexed", end),
    ...matches.all.map(({ indexed, unindexed }) => (isInOrder(page) ? indexed : unindexed)),
  ];
  return select(db, page, conditions, order.orderBy.indexed);
}

async function findWalkEnd(db: Db, page: Page, stretch: Stretch): Promise<Position | undefined> {
  const { table, order } = page;
  const { rows } = await sql<{ id: string; sort_key: SqlValue }>`
    select id, ${order.key} as sort_key from ${table}
    where ${allOf(order.within(stretch, "indexed"))}
    order by ${order.orderBy.indexed} limit 1 offset ${LONGEST_WALK}`.execute(db);
  return rows[0] && { id: rows[0].id, key: rows[0].sort_key };
}

async function select(db: Db, { table, order, limit }: Page, conditions: readonly Sql[], orderBy: Sql) {
  const { rows } = await sql<PageRow>`
    select *, ${order.key} as sort_key from ${table}
    where ${allOf(conditions)} order by ${orderBy} limit ${limit}`.execute(db);
  return rows;
}
