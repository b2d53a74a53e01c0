import { type RawBuilder, sql } from "kysely";
import type { ListFilter } from "../../management/stores.ts";
import type { EntityKind } from "../../state/change.ts";
import { jsonContains } from "../json-contains.ts";
import { prefixRange } from "../prefix-range.ts";
import { lookupKey } from "../sql-value.ts";
import { isSearched } from "../words/searched-texts.ts";
import { splitSearch } from "../words/split-words.ts";
import { type FilterIndex, type ListFilterColumn, listings } from "./listings.ts";

export type Sql = RawBuilder<unknown>;

export interface Condition {
  /** Whether an index finds the matches. */
  readonly index: FilterIndex;
  /** For the rows of the table, in a form that an index may answer. */
  readonly indexed: Sql;
  /** The same in a form that no index answers: it is checked row by row. */
  readonly unindexed: Sql;
  /** The ids of the matches, through the index. An id may be there twice. */
  readonly ids: Sql;
  /** The order of the index, where some of the ids are read: PostgreSQL might scan the table for them instead. */
  readonly idsOrder: Sql;
}

/** All of these apply, the most selective first. */
export function filterConditions(
  kind: EntityKind,
  table: Sql,
  { equals = {}, search = "" }: ListFilter,
): readonly Condition[] {
  const { filters } = listings[kind];
  for (const member of Object.keys(equals)) {
    if (!Object.hasOwn(filters, member)) throw new Error(`a list of ${kind} cannot be filtered by ${member}`);
  }
  const exact = Object.entries(filters).flatMap(([member, filter]) => {
    const value = equals[member];
    if (value === undefined) return [];
    const { index, indexed } = equalsCondition(filter, value);
    const ids = sql`select id from ${table} where ${indexed}`;
    return [{ index, indexed, unindexed: unindexedCondition(indexed), ids, idsOrder: orderOf(index) }];
  });
  return search === "" ? exact : [...exact, ...searchConditions(kind, table, search)];
}

function equalsCondition(
  filter: ListFilterColumn,
  value: string | boolean | null,
): Pick<Condition, "index" | "indexed"> {
  if ("idPrefix" in filter) {
    const prefix = filter.idPrefix(lookupKey(String(value)));
    return { index: "ordered", indexed: prefixRange(sql.ref("id"), prefix) };
  }
  if ("list" in filter) {
    return { index: "none", indexed: jsonContains(filter.list, JSON.stringify(lookupKey(String(value)))) };
  }
  if ("table" in filter) {
    const named = sql`id in (
      select ${sql.ref(filter.names)} from ${sql.table(filter.table)}
      where ${sql.ref(filter.column)} = ${lookupKey(String(value))})`;
    return { index: "unordered", indexed: named };
  }
  const { index } = filter;
  const column = sql.ref(filter.column);
  if (value === null) return { index, indexed: sql`${column} is null` };
  const wanted = typeof value === "boolean" ? Number(value) : lookupKey(value);
  return { index, indexed: sql`${column} = ${wanted}` };
}

/**
 * The same condition in a form that no index answers. PostgreSQL expects that half of the rows match it: it would sort
 * the whole table where it expects few.
 */
const unindexedCondition = (condition: Sql): Sql => sql`case when ${condition} then true else false end`;

const orderOf = (index: FilterIndex): Sql => (index === "ordered" ? sql`order by id` : sql``);

/** One condition for each word of the search, the longest first: it has the fewest matches. */
function searchConditions(kind: EntityKind, table: Sql, search: string): readonly Condition[] {
  if (!isSearched(kind)) throw new Error(`a list of ${kind} cannot be searched`);
  const words = splitSearch(search).toSorted((a, b) => b.length - a.length);
  if (words.length === 0) {
    const never = sql`1 = 0`;
    return [
      {
        index: "unordered",
        indexed: never,
        unindexed: never,
        ids: sql`select id from ${table} where 1 = 0`,
        idsOrder: sql``,
      },
    ];
  }
  return words.map((word) => {
    const matches = sql`kind = ${kind} and ${prefixRange(sql.ref("word"), word)}`;
    // PostgreSQL would read all matches at once for a plain `exists`; the offset keeps it at one row at a time.
    const unindexed = sql`exists (
      select 1 from entity_words where entity_id = ${table}.id and ${matches} limit 1 offset 0)`;
    const ids = sql`select entity_id as id from entity_words where ${matches}`;
    const idsOrder = sql`order by kind, word, entity_id`;
    return { index: "unordered", indexed: unindexed, unindexed, ids, idsOrder };
  });
}

/** The same value in a form that no index has. */
export const unindexedText = (expression: Sql): Sql => sql`(${expression} || '')`;
export const unindexedNumber = (expression: Sql): Sql => sql`(${expression} + 0)`;
