import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { SweptStore } from "../../operations/stores.ts";
import type { Engine } from "../engine/engine.ts";
import type { Database } from "./schema.ts";
import { type SweepRule, TABLE_RULES, TABLES } from "./table-rules.ts";

/** Deletes rows that no request needs any more. */
export interface Sweeper extends SweptStore {
  /** Those of one table by the rules of `TABLE_RULES`, at most `limit`. Returns their number. */
  sweepTable(table: keyof Database, until: number, limit: number): Promise<number>;
}

export function createSweeper(engine: Engine): Sweeper {
  const { db } = engine;
  // Nodes that sweep at the same time share the work and do not wait for each other's rows.
  const lock = engine.name === "postgres" ? sql`for update skip locked` : sql``;

  async function deleteOld(
    table: keyof Database,
    { column, key = ["id"], keepsNewest }: SweepRule,
    until: number,
    limit: number,
  ): Promise<number> {
    const columns = sql.join(key.map((name) => sql.ref(name)));
    const oldest =
      keepsNewest === undefined
        ? sql``
        : sql`and ${columns} <= (select max(${columns}) from ${sql.table(table)}) - ${keepsNewest} order by ${columns}`;
    const old = sql`(select ${columns} from ${sql.table(table)}
      where ${sql.ref(column)} <= ${until} ${oldest} limit ${limit} ${lock})`;
    const [single, ...others] = key;
    const isOld =
      single !== undefined && others.length === 0
        ? isOneOf(engine, single, old)
        : sql`(${columns}) in ${old}`;
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${isOld}`.execute(db);
    return Number(numAffectedRows);
  }

  return {
    async sweepTable(table, until, limit) {
      let swept = 0;
      for (const rule of TABLE_RULES[table].swept ?? [])
        swept += await deleteOld(table, rule, until, limit - swept);
      return swept;
    },
    async sweep(now: EpochSeconds, limit, mayGoOn) {
      let swept = 0;
      for (const table of TABLES)
        for (const rule of TABLE_RULES[table].swept ?? [])
          swept += await repeatSweep(() => deleteOld(table, rule, rule.until(now), limit), limit, mayGoOn);
      return swept;
    },
  };
}

/**
 * True when a column has one of the values of a query. PostgreSQL plans `in` as a join, which reads the whole table for
 * each batch or runs the query again for each row. As an array, the query runs once, and the index finds the rows.
 */
export const isOneOf = (
  { name }: Pick<Engine, "name">,
  column: string,
  query: Expression<unknown>,
): RawBuilder<SqlBool> =>
  name === "postgres" ? sql`${sql.ref(column)} = any(array${query})` : sql`${sql.ref(column)} in ${query}`;

/** Repeats the sweep of one kind while batches are full. */
export async function repeatSweep(
  sweepOne: () => Promise<number>,
  limit: number,
  mayGoOn: () => Promise<boolean> = async () => false,
): Promise<number> {
  let swept = 0;
  for (;;) {
    const batch = await sweepOne();
    swept += batch;
    if (batch < limit || !(await mayGoOn())) return swept;
  }
}
