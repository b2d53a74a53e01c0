import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { UnavailableError } from "../../core/errors.ts";
import { ensureBookkeeping, readExecuted, recordExecuted } from "./bookkeeping.ts";
import type { Dialect } from "./dialect.ts";
import { MIGRATIONS } from "./migrations.ts";
import { requireUsable } from "./require-usable.ts";
import type { SchemaMigration } from "./schema-migration.ts";

export interface MigrateOptions {
  /** Those of this version, unless a test brings others. */
  readonly migrations?: readonly SchemaMigration[] | undefined;
}

/**
 * Migrates the tables. Several nodes may start at once: each migration runs once, in one transaction. Rejects with
 * InvalidInputError, before it writes anything, when this version cannot use the database, and with UnavailableError when
 * a lock was not free in time; nothing is half done then, and the caller may try again.
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  { migrations = MIGRATIONS }: MigrateOptions = {},
): Promise<void> {
  const anyDb = db as Kysely<unknown>;
  const pending = await listPending(anyDb, dialect, migrations);
  if (pending.length === 0) return;
  await dialect.migrating.exclusively(anyDb, async (connection) => {
    for (const migration of pending) await runWithRetries(connection, dialect, migrations, migration);
  });
}

async function listPending(
  db: Kysely<unknown>,
  dialect: Dialect,
  migrations: readonly SchemaMigration[],
): Promise<readonly SchemaMigration[]> {
  const executed = await readExecuted(db, dialect);
  requireUsable(executed, migrations);
  const names = new Set(executed.map(({ name }) => name));
  return migrations.filter(({ name }) => !names.has(name));
}

const ATTEMPTS = 10;
const PAUSE_MILLISECONDS = 1_000;

/** The pauses let the requests pass that have waited behind an attempt. */
async function runWithRetries(
  db: Kysely<unknown>,
  dialect: Dialect,
  migrations: readonly SchemaMigration[],
  migration: SchemaMigration,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(db, dialect, migrations, migration);
    } catch (error) {
      if (!dialect.migrating.couldNotLock(error)) throw error;
      if (attempt === ATTEMPTS)
        throw new UnavailableError(
          `the migration ${migration.name} could not lock its tables in ${ATTEMPTS} attempts, because other transactions hold them. Nothing was changed by it. End long transactions (pg_stat_activity lists them), and try again`,
        );
    }
    await delay(PAUSE_MILLISECONDS * (0.5 + Math.random()));
  }
}

async function run(
  db: Kysely<unknown>,
  dialect: Dialect,
  migrations: readonly SchemaMigration[],
  migration: SchemaMigration,
): Promise<void> {
  const { migrating } = dialect;
  const { indexes = [] } = migration;
  // Another node may have run it meanwhile. On SQLite, only a transaction keeps others away.
  const isPending = async (on: Kysely<unknown>) =>
    (await listPending(on, dialect, migrations)).includes(migration);
  if (!(await isPending(db))) return;
  await migrating.prepareIndexes(db, indexes);
  await migrating.transact(db, async (trx) => {
    await ensureBookkeeping(trx, dialect);
    if (!(await isPending(trx))) return;
    await migration.up(trx, dialect);
    await migrating.finishIndexes(trx, indexes);
    await recordExecuted(trx, migration);
  });
}
