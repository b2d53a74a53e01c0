import type { QueryResult } from "kysely";
import { takeRevisionIn } from "../changes/change-log.ts";
import type { Db } from "../engine/engine.ts";
import type { Transactions, Trx, WritingTrx } from "../engine/transactions.ts";

/** Kysely's own transactions: a statement on a file has no round trip. */
export const createTransactions = (db: Db): Transactions => ({
  // One commit waits for the disk once.
  runEach: (statements) =>
    db.transaction().execute(async (trx) => {
      const results: QueryResult<unknown>[] = [];
      for (const statement of statements) results.push(await trx.executeQuery(statement));
      return results;
    }),
  transact: (work) => db.transaction().execute((trx) => work(asWriting(trx))),
  readSnapshot: (work) =>
    db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work),
  commitRevision: (work) =>
    db.transaction().execute((trx) => {
      const taken = takeRevisionIn(trx)
        .executeTakeFirstOrThrow()
        .then(({ value }) => value);
      // Reported by the work, which may not have come to wait for it.
      taken.catch(() => {});
      return work(asWriting(trx), taken);
    }),
});

/** Nothing is gained by sending a statement later. */
const asWriting = (trx: Trx): WritingTrx => Object.assign(trx, { later: () => trx });
