import { type RawBuilder, sql } from "kysely";
import type { EntityKind } from "../../directory/change.ts";
import type { ListFilter } from "../../directory/directory-store.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { FilterIndex, ListFilterColumn } from "../../directory/kinds/listing.ts";
import { jsonContains } from "../statements/json-contains.ts";
import { prefixRange } from "../statements/prefix-range.ts";
import { lookupKey } from "../statements/sql-value.ts";
import { markWords, splitSearch } from "../words/split-words.ts";

export type Sql = RawBuilder<unknown>;

export interface Condition {
  /** Whether an index finds the matches. */
  readonly index: FilterIndex;
  /** For the rows of the table, in a form that an index may answer. */
  readonly indexed: Sql;
  /** The same in a form that no index answers: it is checked row by row. */
  readonly unindexed: Sql;
  /** The ids of the matches through the index: all, or about the first ones of them. An id may be there twice. */
  readonly ids: (limit?: number) => Sql;
}

/** All of these apply, the most selective first. */
export function filterConditions(
  kind: EntityKind,
  table: Sql,
  { equals = {}, search = "" }: ListFilter,
): readonly Condition[] {
  const { filters } = kindOf(kind);
  for (const member of Object.keys(equals)) {
    if (!Object.hasOwn(filters, member)) throw new Error(`a list of ${kind} cannot be filtered by ${member}`);
  }
  const exact = Object.entries(filters).flatMap(([member, filter]) => {
    const value = equals[member];
    if (value === undefined) return [];
    const { index, indexed, order } = equalsCondition(filter, value);
    const range = { where: indexed, ...(order && { order }) };
    const ids = (limit?: number) => selectIds(table, [range], limit);
    return [{ index, indexed, unindexed: unindexedCondition(indexed), ids }];
  });
  return search === "" ? exact : [...exact, ...searchConditions(kind, table, search)];
}

function equalsCondition(
  filter: ListFilterColumn,
  value: string | boolean | null,
): Pick<Condition, "index" | "indexed"> & Pick<IndexRange, "order"> {
  if ("idPrefix" in filter) {
    const prefix = filter.idPrefix(lookupKey(String(value)));
    return { index: "ordered", indexed: prefixRange(sql.ref("id"), prefix), order: sql.ref("id") };
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
  return { index, indexed: sql`${column} = ${wanted}`, ...(index === "ordered" && { order: sql.ref("id") }) };
}

/**
 * The same condition in a form that no index answers. PostgreSQL expects that half of the rows match it: it would sort
 * the whole table where it expects few.
 */
const unindexedCondition = (condition: Sql): Sql => sql`case when ${condition} then true else false end`;

/** One condition for each word of the search, the longest first: it has the fewest matches. */
function searchConditions(kind: EntityKind, table: Sql, search: string): readonly Condition[] {
  if (kindOf(kind).searched.length === 0) throw new Error(`a list of ${kind} cannot be searched`);
  const words = splitSearch(search).toSorted((a, b) => b.length - a.length);
  if (words.length === 0) {
    const never = sql`1 = 0`;
    return [
      {
        index: "unordered",
        indexed: never,
        unindexed: never,
        ids: () => sql`select id from ${table} where 1 = 0`,
      },
    ];
  }
  return words.map((word) => {
    const unindexed = sql`replace(words, ${markWords(word)}, '') <> words`;
    const ids = (limit?: number) => wordIds(kind, table, word, limit);
    return { index: "unordered", indexed: unindexed, unindexed, ids };
  });
}

/** The beginnings of texts are found by indexes of the table itself, the other words by their rows. */
function wordIds(kind: EntityKind, table: Sql, word: string, limit?: number): Sql {
  const ranges = kindOf(kind).searched.flatMap(({ column, prefix }) =>
    column === undefined
      ? []
      : ["", ...(prefix === undefined ? [] : [prefix])].map((before) => ({
          where: prefixRange(sql.raw(column), before + word),
          order: sql`${sql.raw(column)}, id`,
        })),
  );
  const words = {
    where: sql`kind = ${kind} and ${prefixRange(sql.ref("word"), word)}`,
    order: sql`kind, word, entity_id`,
  };
  const rows = selectRange(sql.table("entity_words"), sql.ref("entity_id"), words, limit);
  return sql`${selectIds(table, ranges, limit)} union all ${rows}`;
}

/** A stretch of an index, and the order of the index. */
interface IndexRange {
  readonly where: Sql;
  readonly order?: Sql;
}

const selectIds = (table: Sql, ranges: readonly IndexRange[], limit?: number): Sql =>
  sql.join(
    ranges.map((range) => selectRange(table, sql.ref("id"), range, limit)),
    sql` union all `,
  );

/** In the order of the index, so that the first ones are read without reading all. */
function selectRange(table: Sql, id: Sql, { where, order }: IndexRange, limit?: number): Sql {
  const first = limit === undefined ? sql`` : sql`limit ${limit}`;
  const ordered = limit === undefined || order === undefined ? sql`` : sql`order by ${order}`;
  return sql`select id from (select ${id} as id from ${table} where ${where} ${ordered} ${first}) as entries`;
}

/** The same value in a form that no index has. */
export const unindexedText = (expression: Sql): Sql => sql`(${expression} || '')`;
export const unindexedNumber = (expression: Sql): Sql => sql`(${expression} + 0)`;
