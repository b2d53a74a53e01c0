import type { EpochSeconds } from "@licet/engine/values/time.ts";
import { sql } from "kysely";
import type { AttemptStore } from "../../accounts/stores.ts";
import { compileOnce } from "../compile-once.ts";
import type { Engine } from "../engine.ts";

export function createAttemptStore({ db, transactions }: Pick<Engine, "db" | "transactions">): AttemptStore {
  // One statement counts the attempt and returns the count: parallel attempts on any node get different numbers.
  const count = compileOnce<CountArguments, CountedRow>(
    ["id", "now", "windowEndsAt"],
    ({ id, now, windowEndsAt }) => {
      const isOver = sql<boolean>`attempts.expires_at <= ${now}`;
      return db
        .insertInto("attempts")
        .values({ id, count: 1, expires_at: windowEndsAt })
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet({
            count: sql<number>`case when ${isOver} then 1 else attempts.count + 1 end`,
            expires_at: sql<number>`case when ${isOver} then excluded.expires_at else attempts.expires_at end`,
          }),
        )
        .returning(["id", "count", "expires_at"]);
    },
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
    async count(keys, now, windowSeconds) {
      const ids = inOneOrder(keys);
      const windowEndsAt = now + windowSeconds;
      const results = await transactions.runEach(ids.map((id) => count.with({ id, now, windowEndsAt })));
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

/**
 * Each key once, in the same order on every node: otherwise two nodes could lock the same rows crosswise and deadlock.
 */
const inOneOrder = (keys: readonly string[]): readonly string[] => [...new Set(keys)].sort();
