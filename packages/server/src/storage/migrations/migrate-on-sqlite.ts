import { sql } from "kysely";
import type { MigratingEngine } from "./migrating-engine.ts";

/** A transaction holds the write lock of the file from its beginning, so one process at a time migrates. */
export const migrateOnSqlite: MigratingEngine = {
  exclusively: (db, work) => work(db),
  transact: (db, work) => db.transaction().execute(work),
  prepareIndexes: async () => {},
  discardIndexes: async () => {},
  async finishIndexes(trx, indexes) {
    for (const { name, on } of indexes)
      await sql`create index ${sql.raw(name)} on ${sql.raw(on)}`.execute(trx);
  },
  holdHeartbeats: async () => {},
  // The transaction has waited already.
  couldNotLock: () => false,
};
