import { type RawBuilder, sql } from "kysely";
import type { Hold } from "../oauth/stores.ts";
import type { Statement } from "./compile-once.ts";
import { compileOnce } from "./compile-once.ts";
import type { Db } from "./engine.ts";
import type { Row } from "./sql-value.ts";

/**
 * An insert that happens only while the row's holder has fewer than `most` live ones. One statement, and the count
 * stops at the bound. `isHeld` says which rows of the holder count, beside that they have not expired.
 */
export function insertWithin<Values extends Row>(
  db: Db,
  table: "interactions" | "pushed_requests",
  columns: readonly (keyof Values & string)[],
  isHeld: RawBuilder<boolean> = sql`true`,
): Statement<{ id: string }> {
  return compileOnce<Values & HoldRow, { id: string }>([...columns, "held_by", "most", "now"], (row) => {
    const names = [...columns, "held_by"];
    const values = names.map((name) => sql`${(row as Row)[name]}`);
    const query = sql<{ id: string }>`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(values)}
      where cast(${row.held_by} as text) is null or (
        select count(*) from (
          select 1 from ${sql.table(table)}
          where held_by = ${row.held_by} and expires_at > ${row.now} and ${isHeld}
          limit ${row.most}
        ) as held
      ) < ${row.most}
      returning id`;
    return { compile: () => query.compile(db) };
  });
}

type HoldRow = { readonly held_by: string | null; readonly most: number; readonly now: number };

export const holdRow = (hold: Hold | undefined): HoldRow & Row => ({
  held_by: hold?.holder ?? null,
  most: hold?.most ?? 0,
  now: hold?.now ?? 0,
});
