import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Engine, WritingTrx } from "../engine/engine.ts";
import { type LogEntry, logChange } from "./change-log.ts";

/**
 * Writes like a commit of entities: takes the lock on the revision first and adds a row to the log. False when there was
 * nothing to write: then no revision is taken.
 */
export async function commitLogged(
  engine: Engine,
  { clock, actor }: { readonly clock: Clock; readonly actor: string },
  work: (trx: WritingTrx) => Promise<readonly LogEntry[]>,
): Promise<boolean> {
  const logged = await unlessNothing(
    engine.transactions.commitRevision(async (trx, taking) => {
      const revision = await taking;
      const entries = await work(trx);
      if (entries.length === 0) throw new NothingToWrite();
      return logChange(engine, trx, { revision, at: clock.milliseconds(), actor, entries });
    }),
  );
  if (logged === undefined) return false;
  await engine.catchUp(logged);
  return true;
}

/** Ends a transaction that has nothing to write, so that it is rolled back with the revision that it took. */
export class NothingToWrite extends Error {}

/** The result of a transaction; undefined when it had nothing to write. */
export async function unlessNothing<T>(transaction: Promise<T>): Promise<T | undefined> {
  try {
    return await transaction;
  } catch (error) {
    if (error instanceof NothingToWrite) return undefined;
    throw error;
  }
}
