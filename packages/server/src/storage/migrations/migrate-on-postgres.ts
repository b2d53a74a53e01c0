import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { UnavailableError } from "../../core/errors/errors.ts";
import type { MigratingEngine } from "./migrating-engine.ts";

/** Of one database. Any number that nothing else of Licet uses. */
const LOCK_KEY = 7_203_541_209_861;
const OTHERS_MILLISECONDS = 30_000;
const ASK_AGAIN_MILLISECONDS = 100;

/**
 * While a change of a table waits for its lock, all later statements on the table wait behind it. This is less than a
 * reading of the change log may take (2 s), so that no server stops answering.
 */
const LOCK_TIMEOUT = "1s";
/** An index that is built concurrently waits for transactions of others, and blocks none of them. */
const INDEX_LOCK_TIMEOUT = "5min";

/**
 * PostgreSQL changes tables inside transactions. Migrating processes take turns by an advisory lock of the session. They
 * ask for it again and again: one that waits inside a statement would hold a snapshot, for which `create index
 * concurrently` of the other waits in turn.
 */
export const migrateOnPostgres: MigratingEngine = {
  exclusively: (db, work) =>
    db.connection().execute(async (connection) => {
      await takeLock(connection);
      try {
        return await work(connection);
      } finally {
        // A connection that is lost has no lock either.
        await sql`select pg_advisory_unlock(${sql.lit(LOCK_KEY)})`.execute(connection).catch(() => {});
      }
    }),
  transact: (db, work) =>
    db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx);
      return await work(trx);
    }),
  async prepareIndexes(db, indexes) {
    if (indexes.length === 0) return;
    await sql`set lock_timeout = ${sql.lit(INDEX_LOCK_TIMEOUT)}`.execute(db);
    for (const { name, on } of indexes) {
      if ((await findIndex(db, name)) === "valid") continue;
      // What an interrupted attempt has left costs every write, and answers no query.
      await dropIndex(db, name);
      try {
        await sql`create index concurrently ${sql.raw(name)} on ${sql.raw(on)}`.execute(db);
      } catch (error) {
        await dropIndex(db, name).catch(() => {});
        throw error;
      }
    }
  },
  async discardIndexes(db, indexes) {
    for (const { name } of indexes) await dropIndex(db, name);
  },
  async finishIndexes(trx, indexes) {
    for (const { name } of indexes)
      if ((await findIndex(trx, name)) !== "valid") throw new Error(`the index ${name} was not built`);
  },
  async holdHeartbeats(trx) {
    await sql`lock table nodes in exclusive mode`.execute(trx);
  },
  couldNotLock: (error) => error instanceof Error && LOCK_FAILURES.has(codeOf(error.cause)),
};

/** lock_not_available and deadlock_detected */
const LOCK_FAILURES: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);
const codeOf = (cause: unknown): unknown => (cause as { readonly code?: unknown } | undefined)?.code;

async function takeLock(db: Kysely<unknown>): Promise<void> {
  const giveUpAt = performance.now() + OTHERS_MILLISECONDS;
  while (!(await tryLock(db))) {
    if (performance.now() > giveUpAt)
      throw new UnavailableError(
        `another process has been migrating this database for ${OTHERS_MILLISECONDS / 1_000} s. Nothing was changed by this one`,
      );
    await delay(ASK_AGAIN_MILLISECONDS);
  }
}

async function tryLock(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_lock(${sql.lit(LOCK_KEY)}) as taken`.execute(db);
  return rows[0]?.taken === true;
}

async function findIndex(db: Kysely<unknown>, name: string): Promise<"valid" | "invalid" | undefined> {
  const { rows } = await sql<{
    valid: boolean;
  }>`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0] === undefined) return undefined;
  return rows[0].valid ? "valid" : "invalid";
}

const dropIndex = (db: Kysely<unknown>, name: string) =>
  sql`drop index concurrently if exists ${sql.raw(name)}`.execute(db);
