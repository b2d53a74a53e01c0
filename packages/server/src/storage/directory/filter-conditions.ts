import { type RawBuilder, sql } from "kysely";
import type { ListFilter } from "../../management/stores.ts";
import type { EntityKind } from "../../state/change.ts";
import { foldCase } from "../fold-case.ts";
import { jsonContains } from "../json-contains.ts";
import { prefixRange } from "../prefix-range.ts";
import { lookupKey } from "../sql-value.ts";
import { type FilterIndex, type ListFilterColumn, listings } from "./listings.ts";

export type Sql = RawBuilder<unknown>;

/** One condition in two forms: an index may answer the first; the second prevents the use of an index. */
export interface Condition {
  readonly indexed: Sql;
  readonly unindexed: Sql;
}
export interface EqualsCondition extends Condition {
  readonly index: FilterIndex;
}

export interface FilterConditions {
  /** All of these conditions apply, in the order of the listing. */
  readonly equals: readonly EqualsCondition[];
  /** When there is a search, one of these must apply as well. */
  readonly search: readonly Condition[] | undefined;
}

export function filterConditions(kind: EntityKind, { equals = {}, search }: ListFilter): FilterConditions {
  const { filters } = listings[kind];
  for (const member of Object.keys(equals)) {
    if (!Object.hasOwn(filters, member)) throw new Error(`a list of ${kind} cannot be filtered by ${member}`);
  }
  return {
    equals: Object.entries(filters).flatMap(([member, filter]) => {
      const value = equals[member];
      return value === undefined ? [] : [equalsCondition(filter, value)];
    }),
    search: search === undefined || search === "" ? undefined : searchConditions(kind, search),
  };
}

function equalsCondition(filter: ListFilterColumn, value: string | boolean | null): EqualsCondition {
  if ("idPrefix" in filter) {
    const range = prefixRange(sql.ref("id"), filter.idPrefix(lookupKey(String(value))));
    return { index: "ordered", indexed: range, unindexed: range };
  }
  if ("list" in filter) {
    const has = jsonContains(filter.list, JSON.stringify(lookupKey(String(value))));
    return { index: "none", indexed: has, unindexed: has };
  }
  if ("table" in filter) {
    const named = sql`id in (
      select ${sql.ref(filter.names)} from ${sql.table(filter.table)}
      where ${sql.ref(filter.column)} = ${lookupKey(String(value))})`;
    return { index: "unordered", indexed: named, unindexed: named };
  }
  const { column, index } = filter;
  if (typeof value === "boolean") {
    // A literal and not a parameter: only then do the engines see that a partial index contains all matches.
    const is = sql`${sql.ref(column)} = ${sql.lit(Number(value))}`;
    return { index, indexed: is, unindexed: is };
  }
  if (value === null)
    return {
      index,
      indexed: sql`${sql.ref(column)} is null`,
      unindexed: sql`${unindexed(sql.ref(column))} is null`,
    };
  const wanted = lookupKey(value);
  return {
    index,
    indexed: sql`${sql.ref(column)} = ${wanted}`,
    unindexed: sql`${unindexed(sql.ref(column))} = ${wanted}`,
  };
}

function searchConditions(kind: EntityKind, search: string): readonly Condition[] {
  // No stored text has a NUL, and PostgreSQL refuses a NUL in a parameter.
  if (search.includes("\0")) return [{ indexed: sql`1 = 0`, unindexed: sql`1 = 0` }];
  const prefix = foldCase(search);
  return listings[kind].search.expressions.map((expression) => ({
    indexed: prefixRange(sql.raw(expression), prefix),
    unindexed: prefixRange(unindexed(sql.raw(expression)), prefix),
  }));
}

/** The same text in a form that no index has. */
const unindexed = (expression: Sql): Sql => sql`(${expression} || '')`;
