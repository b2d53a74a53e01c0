import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { InvalidInputError, UnavailableError } from "../../core/errors/errors.ts";
import type { MigrationOutcome, OlderNode } from "../../operations/stores.ts";
import { ensureBookkeeping, readExecuted, recordExecuted } from "./bookkeeping.ts";
import type { Dialect } from "./dialect.ts";
import { MIGRATIONS } from "./migrations.ts";
import { listOlderNodes } from "./older-nodes.ts";
import { requireUsable } from "./require-usable.ts";
import type { SchemaMigration } from "./schema-migration.ts";

export interface MigrateOptions {
  /** Those of this version, unless a test brings others. */
  readonly migrations?: readonly SchemaMigration[] | undefined;
  /** False: a database that needs a migration is refused. */
  readonly autoMigrate?: boolean | undefined;
  /** Whether those that contract run: never, when no server runs that they break, or in any case. */
  readonly contracts?: "never" | "unused" | "now" | undefined;
  readonly onMigrated?: ((outcome: MigrationOutcome) => void) | undefined;
}

/**
 * Migrates the tables. Several nodes may start at once: each migration runs once, in one transaction. Rejects with
 * InvalidInputError, before it writes anything, when this version cannot use the database, and with UnavailableError when
 * a lock was not free in time; nothing is half done then, and the caller may try again.
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  options: MigrateOptions = {},
): Promise<void> {
  const { migrations = MIGRATIONS, autoMigrate = true, contracts = "unused", onMigrated } = options;
  const anyDb = db as Kysely<unknown>;
  const pending = await listPending(anyDb, dialect, migrations);
  if (!autoMigrate) return requireNothingMissing(pending);
  const runnable = pending.filter(({ kind }) => kind === "expand" || contracts !== "never");
  if (runnable.length === 0) return;
  const ran: SchemaMigration[] = [];
  const waiting: MigrationOutcome["waiting"][number][] = [];
  await dialect.migrating.exclusively(anyDb, async (connection) => {
    for (const migration of runnable) {
      const step = { db: connection, dialect, migrations, migration, force: contracts === "now" };
      const result = await runWithRetries(step);
      if (result === "ran") ran.push(migration);
      else if (result !== "ran before") waiting.push({ migration, nodes: result });
    }
  });
  onMigrated?.({ isNew: pending.length === migrations.length, ran, waiting });
}

/** A server runs on tables that have not been contracted. */
function requireNothingMissing(pending: readonly SchemaMigration[]): void {
  const missing = pending.filter(({ kind }) => kind === "expand").map(({ name }) => name);
  if (missing.length === 0) return;
  const needed = `${missing.length === 1 ? "migration" : "migrations"} ${missing.join(", ")}`;
  throw new InvalidInputError(
    `this database needs the ${needed}, and LICET_AUTO_MIGRATE is false. Nothing was changed in it. Run licet migrate --dry-run to see what would happen, and then licet migrate.`,
  );
}

export async function listPending(
  db: Kysely<unknown>,
  dialect: Dialect,
  migrations: readonly SchemaMigration[],
): Promise<readonly SchemaMigration[]> {
  const executed = await readExecuted(db, dialect);
  requireUsable(executed, migrations);
  const names = new Set(executed.map(({ name }) => name));
  return migrations.filter(({ name }) => !names.has(name));
}

interface Step {
  readonly db: Kysely<unknown>;
  readonly dialect: Dialect;
  readonly migrations: readonly SchemaMigration[];
  readonly migration: SchemaMigration;
  readonly force: boolean;
}
/** The servers that it would break, when it has to wait for them. */
type StepResult = "ran" | "ran before" | readonly OlderNode[];

const ATTEMPTS = 10;
const PAUSE_MILLISECONDS = 1_000;

/** The pauses let the requests pass that have waited behind an attempt. */
async function runWithRetries(step: Step): Promise<StepResult> {
  const { dialect, migration } = step;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(step);
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

async function run({ db, dialect, migrations, migration, force }: Step): Promise<StepResult> {
  const { migrating } = dialect;
  const { indexes = [] } = migration;
  // Another node may have run it meanwhile. On SQLite, only a transaction keeps others away.
  const isPending = async (on: Kysely<unknown>) =>
    (await listPending(on, dialect, migrations)).includes(migration);
  if (!(await isPending(db))) return "ran before";
  await migrating.prepareIndexes(db, indexes);
  const change = async (trx: Kysely<unknown>): Promise<StepResult> => {
    await ensureBookkeeping(trx, dialect);
    if (!(await isPending(trx))) return "ran before";
    if (migration.kind === "contract" && !force) {
      // A server that starts meanwhile writes its heartbeat afterwards, looks at the tables again, and ends.
      await migrating.holdHeartbeats(trx);
      const nodes = await listOlderNodes(trx, dialect, migration);
      if (nodes.length > 0) return nodes;
    }
    await migration.up(trx, dialect);
    await migrating.finishIndexes(trx, indexes);
    await recordExecuted(trx, migration);
    return "ran";
  };
  try {
    return await migrating.transact(db, change);
  } catch (error) {
    // The connection may be lost as well; the next attempt replaces an index that is not complete.
    if (!migrating.couldNotLock(error)) await migrating.discardIndexes(db, indexes).catch(() => {});
    throw error;
  }
}
