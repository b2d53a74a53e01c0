import type { Clock } from "@licet/engine/values/time.ts";
import { type LogEntry, logChange } from "./change-log.ts";
import type { Engine, WritingTrx } from "./engine.ts";

/**
 * Writes like a commit of entities: takes the lock on the revision first and adds a row to the log. False when there was
 * nothing to write: then no revision is taken.
 */
export async function commitLogged(
  engine: Engine,
  { clock, actor }: { readonly clock: Clock; readonly actor: string },
  work: (trx: WritingTrx) => Promise<readonly LogEntry[]>,
): Promise<boolean> {
  try {
    const logged = await engine.transactions.commitRevision(async (trx, taking) => {
      const revision = await taking;
      const entries = await work(trx);
      if (entries.length === 0) throw new NothingToWrite();
      return logChange(engine, trx, { revision, at: clock.milliseconds(), actor, entries });
    });
    await engine.catchUp(logged);
    return true;
  } catch (error) {
    if (error instanceof NothingToWrite) return false;
    throw error;
  }
}

/** Rolls back the transaction and the revision that it took. */
class NothingToWrite extends Error {}
