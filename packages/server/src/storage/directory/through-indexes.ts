import { sql } from "kysely";
import type { Db } from "../engine/engine.ts";

/**
 * Runs queries that are written for their indexes. PostgreSQL would choose other plans while it has no statistics, as
 * right after a large import: it expects few matches, and reads and sorts all of them where the first ones are asked
 * for. SQLite has no such plans.
 */
export function throughIndexes<T>(
  db: Db,
  engine: "sqlite" | "postgres",
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (engine === "sqlite") return work(db);
  const run = async (trx: Db): Promise<T> => {
    await sql`select ${sql.join(OTHER_PLANS.map((name) => sql`set_config(${name}, 'off', true)`))}`.execute(
      trx,
    );
    return work(trx);
  };
  return db.isTransaction ? run(db) : db.transaction().setAccessMode("read only").execute(run);
}

const OTHER_PLANS = ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin"] as const;
