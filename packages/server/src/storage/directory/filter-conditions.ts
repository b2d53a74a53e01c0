import { type RawBuilder, sql } from "kysely";
import type { ListFilter } from "../../management/stores.ts";
import type { EntityKind } from "../../state/change.ts";
import { foldCase } from "../fold-case.ts";
import { jsonContains } from "../json-contains.ts";
import { prefixRange } from "../prefix-range.ts";
import { lookupKey } from "../sql-value.ts";
import { type ListFilterColumn, listings } from "./listings.ts";

export type Sql = RawBuilder<unknown>;

/** One condition in two forms: an index may answer the first; the second prevents the use of an index. */
export interface Condition {
  readonly open: Sql;
  readonly opaque: Sql;
}
export interface EqualsCondition extends Condition {
  readonly found: "ordered" | "gathered" | "walked";
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
    return { found: "ordered", open: range, opaque: range };
  }
  if ("list" in filter) {
    const has = jsonContains(filter.list, JSON.stringify(lookupKey(String(value))));
    return { found: "walked", open: has, opaque: has };
  }
  if ("table" in filter) {
    const named = sql`id in (
      select ${sql.ref(filter.names)} from ${sql.table(filter.table)}
      where ${sql.ref(filter.column)} = ${lookupKey(String(value))})`;
    return { found: "gathered", open: named, opaque: named };
  }
  const { column, found } = filter;
  if (typeof value === "boolean") {
    // A literal and not a parameter: only then do the engines see that a partial index contains all matches.
    const is = sql`${sql.ref(column)} = ${sql.lit(Number(value))}`;
    return { found, open: is, opaque: is };
  }
  if (value === null)
    return { found, open: sql`${sql.ref(column)} is null`, opaque: sql`${opaque(sql.ref(column))} is null` };
  const wanted = lookupKey(value);
  return {
    found,
    open: sql`${sql.ref(column)} = ${wanted}`,
    opaque: sql`${opaque(sql.ref(column))} = ${wanted}`,
  };
}

function searchConditions(kind: EntityKind, search: string): readonly Condition[] {
  // No stored text has a NUL, and PostgreSQL refuses a NUL in a parameter.
  if (search.includes("\0")) return [{ open: sql`1 = 0`, opaque: sql`1 = 0` }];
  const prefix = foldCase(search);
  return listings[kind].search.expressions.map((expression) => ({
    open: prefixRange(sql.raw(expression), prefix),
    opaque: prefixRange(opaque(sql.raw(expression)), prefix),
  }));
}

/** The same text in a form that no index has. */
const opaque = (expression: Sql): Sql => sql`(${expression} || '')`;
