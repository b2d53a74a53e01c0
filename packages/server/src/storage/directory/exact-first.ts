import { sql } from "kysely";
import { foldCase } from "../../core/values/fold-case.ts";
import type { EntityKind } from "../../directory/change.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { Db } from "../engine/engine.ts";
import { lookupKey } from "../statements/sql-value.ts";
import type { Condition, Sql } from "./filter-conditions.ts";
import type { Position } from "./list-order.ts";
import { type Page, type PageRow, readPage } from "./read-page.ts";

/** The position of a list whose exact matches come first. */
export interface RankedPosition extends Position {
  readonly isExact: boolean;
}

export type RankedRow = PageRow & { readonly isExact: boolean };

/** The entities whose id, username or email address is the whole search: one, or a few that differ in case. */
export function exactCondition(kind: EntityKind, table: Sql, search: string): Condition {
  const wanted = lookupKey(foldCase(search.trim()));
  const equations = kindOf(kind)
    .searched.filter(({ isName }) => isName)
    .map(({ column = "id" }) => sql`${sql.raw(column)} = ${wanted}`);
  const indexed = sql`(${sql.join(equations, sql` or `)})`;
  const selections = equations.map((equation) => sql`select id from ${table} where ${equation}`);
  return {
    index: "unordered",
    indexed,
    unindexed: sql`case when ${indexed} then true else false end`,
    ids: () => sql.join(selections, sql` union all `),
  };
}

const otherThan = ({ indexed }: Condition): Condition => {
  const others = sql`case when ${indexed} then false else true end`;
  return { index: "none", indexed: others, unindexed: others, ids: () => others };
};

/** Reads exact matches in the order of the list, then the others in that order. */
export async function readExactFirst(
  db: Db,
  page: Page,
  exact: Condition,
  after: RankedPosition | undefined,
): Promise<readonly RankedRow[]> {
  const { matches, limit } = page;
  const first =
    after?.isExact === false
      ? []
      : await readPage(
          db,
          { ...page, matches: { all: [exact, ...matches.all], leading: exact, areFew: true } },
          after,
        );
  if (first.length >= limit) return ranked(first, true);
  const others = await readPage(
    db,
    {
      ...page,
      limit: limit - first.length,
      matches: { ...matches, all: [...matches.all, otherThan(exact)] },
    },
    after?.isExact === false ? after : undefined,
  );
  return [...ranked(first, true), ...ranked(others, false)];
}

const ranked = (rows: readonly PageRow[], isExact: boolean): readonly RankedRow[] =>
  rows.map((row) => ({ ...row, isExact }));
