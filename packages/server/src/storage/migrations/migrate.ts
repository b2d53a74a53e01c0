import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { initialMigration } from "./0001-initial.ts";
import { delegationMigration } from "./0002-delegation.ts";
import { consoleMigration } from "./0003-console.ts";
import { finishedInteractionsMigration } from "./0004-finished-interactions.ts";
import { limitCountsMigration } from "./0011-limit-counts.ts";
import type { Dialect } from "./dialect.ts";

/** One list for both engines. A published migration is never edited; the next one is added below. */
const migrations = (dialect: Dialect): Record<string, Migration> => ({
  "0001-initial": initialMigration(dialect),
  "0002-delegation": delegationMigration(dialect),
  "0003-console": consoleMigration(dialect),
  "0004-finished-interactions": finishedInteractionsMigration(dialect),
  "0011-limit-counts": limitCountsMigration(dialect),
});

/**
 * Brings the tables up to date. Safe when several nodes start at once: on PostgreSQL they queue for an advisory lock,
 * on SQLite for the write lock that the surrounding transaction takes first.
 */
export async function migrate<DB>(db: Kysely<DB>, dialect: Dialect): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(dialect) },
    migrationTableName: "licet_migrations",
    migrationLockTableName: "licet_migrations_lock",
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
