import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Hold } from "../../oauth/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Db, Engine } from "../engine/engine.ts";
import type { Row } from "./sql-value.ts";

type HeldTable = "interactions" | "pushed_requests";

/** A full shared holder loses this share of its rows at once: a search for each new row would cost too much. */
const EVICTED_SHARE = 0.01;

/**
 * Inserts a row only while its holder has fewer than `most` live rows. One statement, which stops counting at the
 * bound. `isHeld` selects the rows of the holder that count; expired rows never count. `first` runs before it.
 */
export function insertWithin<Values extends Row>(
  { db, transactions }: Pick<Engine, "db" | "transactions">,
  table: HeldTable,
  columns: readonly (keyof Values & string)[],
  isHeld: RawBuilder<boolean> = sql`true`,
): (values: Values, hold: Hold | undefined, first?: CompiledQuery) => Promise<boolean> {
  const insert = compileInsert<Values>(db, table, columns, isHeld);

  const makeRoom = ({ holder, most, now }: Hold) =>
    sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)}
        where held_by = ${holder} and expires_at > ${now} and ${isHeld}
        order by expires_at limit ${Math.ceil(most * EVICTED_SHARE)}
      )`.execute(db);

  return async (values, hold, first) => {
    const query = insert.with({ ...values, ...holdRow(hold) });
    const store = async () => (await db.executeQuery(query)).rows.length === 1;
    const storeAfter = async (statement: CompiledQuery) =>
      (await transactions.runEach([statement, query])).at(-1)?.rows.length === 1;
    if (await (first === undefined ? store() : storeAfter(first))) return true;
    if (!hold?.isShared) return false;
    await makeRoom(hold);
    return store();
  };
}

function compileInsert<Values extends Row>(
  db: Db,
  table: HeldTable,
  columns: readonly (keyof Values & string)[],
  isHeld: RawBuilder<boolean>,
) {
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

const holdRow = (hold: Hold | undefined): HoldRow & Row => ({
  held_by: hold?.holder ?? null,
  most: hold?.most ?? 0,
  now: hold?.now ?? 0,
});
