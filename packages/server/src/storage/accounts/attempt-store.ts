import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { type Expression, sql } from "kysely";
import type { AttemptStore } from "../../accounts/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Engine } from "../engine/engine.ts";

export function createAttemptStore({ db, transactions }: Pick<Engine, "db" | "transactions">): AttemptStore {
  // One statement counts the attempt and returns the count: parallel attempts on any node get different numbers.
  const countRow = (row: Expression<unknown>, now: EpochSeconds) => {
    const isOver = sql<boolean>`attempts.expires_at <= ${now}`;
    return db
      .insertInto("attempts")
      .columns(["id", "count", "expires_at"])
      .expression(row)
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet({
          count: sql<number>`case when ${isOver} then 1 else attempts.count + 1 end`,
          expires_at: sql<number>`case when ${isOver} then excluded.expires_at else attempts.expires_at end`,
        }),
      )
      .returning(["id", "count", "expires_at"]);
  };
  const count = compileOnce<CountArguments, CountedRow>(
    ["id", "now", "windowEndsAt"],
    ({ id, now, windowEndsAt }) => countRow(rowOf(id, windowEndsAt), now),
  );
  // The statement before it has counted the first one, in the same transaction.
  const countWithin = compileOnce<CountArguments & FirstArguments, CountedRow>(
    ["id", "now", "windowEndsAt", "first", "most"],
    ({ id, now, windowEndsAt, first, most }) =>
      countRow(
        sql`${rowOf(id, windowEndsAt)} and not exists
          (select 1 from attempts where id = ${first} and count > ${most})`,
        now,
      ),
  );
  const takeBack = compileOnce<{ id: string }, unknown>(["id"], ({ id }) =>
    db
      .updateTable("attempts")
      .set({ count: sql<number>`count - 1` })
      .where("id", "=", id)
      .where("count", ">", 0),
  );
  // Deletes a row without attempts: otherwise callers whose attempts are not processed could store a row for each name.
  const forgetNone = compileOnce<{ id: string }, unknown>(["id"], ({ id }) =>
    db.deleteFrom("attempts").where("id", "=", id).where("count", "=", 0),
  );
  const forget = compileOnce<{ id: string }, unknown>(["id"], ({ id }) =>
    db.deleteFrom("attempts").where("id", "=", id),
  );

  return {
    async count(keys, now, windowSeconds, within) {
      const windowEndsAt = now + windowSeconds;
      const { key: first = "", most = 0 } = within ?? {};
      const statements = inOneOrder(within ? [first, ...keys] : keys).map((id) =>
        within && id !== first
          ? countWithin.with({ id, now, windowEndsAt, first, most })
          : count.with({ id, now, windowEndsAt }),
      );
      const results = await transactions.runEach(statements);
      const rows = results.flatMap((result) => result.rows as CountedRow[]);
      return new Map(
        rows.map((row) => [row.id, { attempts: row.count, windowEndsAt: row.expires_at }] as const),
      );
    },
    async find(keys, now) {
      const rows = await db
        .selectFrom("attempts")
        .selectAll()
        .where("id", "in", inOneOrder(["", ...keys]))
        .where("expires_at", ">", now)
        .execute();
      return new Map(
        rows.map((row) => [row.id, { attempts: row.count, windowEndsAt: row.expires_at }] as const),
      );
    },
    async forgive(keys, clear) {
      const cleared = new Set(clear);
      const statements = inOneOrder([...keys, ...clear]).flatMap((id) =>
        (cleared.has(id) ? [forget] : [takeBack, forgetNone]).map((statement) => statement.with({ id })),
      );
      if (statements.length > 0) await transactions.runEach(statements);
    },
  };
}

interface CountedRow {
  readonly id: string;
  readonly count: number;
  readonly expires_at: EpochSeconds;
}

type CountArguments = { id: string; now: EpochSeconds; windowEndsAt: EpochSeconds };
type FirstArguments = { first: string; most: number };

/** With a condition, so that others can follow, and `on conflict` is not taken for one of a join. */
const rowOf = (id: string, windowEndsAt: EpochSeconds) =>
  sql`select cast(${id} as text), 1, cast(${windowEndsAt} as bigint) where true`;

/**
 * Each key once, in the same order on every node: otherwise two nodes could lock the same rows crosswise and deadlock.
 */
const inOneOrder = (keys: readonly string[]): readonly string[] => [...new Set(keys)].sort();
