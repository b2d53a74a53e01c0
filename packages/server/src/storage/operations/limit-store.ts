import { sql } from "kysely";
import type { LimitStore, StoredCount } from "../../limits/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Db, Engine, Trx } from "../engine/engine.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import type { Row } from "../statements/sql-value.ts";
import type { Database } from "../tables/schema.ts";

type LimitRow = Database["limit_counts"];

export function createLimitStore(
  { db, transactions, writeBehind }: Engine,
  { isShared }: Pick<LimitStore, "isShared">,
): LimitStore {
  const addOne = compileOnce<LimitRow & Row, LimitRow>(COLUMNS, (row) => upsert(db, [row]));

  return {
    isShared,
    async add(counts, at) {
      const rows = inOneOrder(counts).map((count) => toRow(count, at));
      if (rows.length === 0) return [];
      // Workers need the sums, which the other thread does not give.
      if (writeBehind && !isShared) {
        await writeBehind([{ sql: addOne.sql, rows: rows.map((row) => addOne.parameters(row)) }]);
        return [];
      }
      return transactions.transact(async (trx) => {
        const sums: StoredCount[] = [];
        for (const chunk of fixedChunks(rows))
          for (const sum of await upsert(trx, chunk).execute()) sums.push(fromRow(sum));
        return sums;
      });
    },
    async list({ changedSince, now, least }, limit) {
      const rows = await db
        .selectFrom("limit_counts")
        .selectAll()
        .where("changed_at", ">=", changedSince)
        .where("expires_at", ">", now)
        .where("count", ">=", least)
        .orderBy("count", "desc")
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },
  };
}

const COLUMNS = ["id", "name", "count", "expires_at", "changed_at"] as const;

/** Starts a new window when the stored one has ended. */
function upsert(db: Db | Trx, rows: readonly LimitRow[]) {
  const isOver = sql<boolean>`limit_counts.expires_at <= excluded.changed_at / 1000`;
  return db
    .insertInto("limit_counts")
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        count: sql<number>`case when ${isOver} then excluded.count else limit_counts.count + excluded.count end`,
        expires_at: sql<number>`case when ${isOver} then excluded.expires_at else limit_counts.expires_at end`,
        changed_at: sql.ref<number>("excluded.changed_at"),
      }),
    )
    .returning(COLUMNS);
}

const toRow = ({ id, name, count, endsAt }: StoredCount, at: number): LimitRow => ({
  id,
  name,
  count,
  expires_at: endsAt,
  changed_at: at,
});

const fromRow = ({ id, name, count, expires_at }: LimitRow): StoredCount => ({
  id,
  name,
  count,
  endsAt: expires_at,
});

/** Every node uses the same order: otherwise two nodes could lock the same rows crosswise and deadlock. */
const inOneOrder = (counts: readonly StoredCount[]): readonly StoredCount[] =>
  counts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
