import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { INITIAL_MIGRATION, initialMigration } from "./0001-initial.ts";
import type { Dialect } from "./dialect.ts";
import { requireKnownMigrations } from "./require-known-migrations.ts";

/** One list for both engines. A released migration is never edited; the next one is added below. */
const migrations = (dialect: Dialect): Record<string, Migration> => ({
  [INITIAL_MIGRATION]: initialMigration(dialect),
});

export const MIGRATION_TABLE = "licet_migrations";

/** The names of all migrations of this version, in their order. */
export const listKnownMigrations = (dialect: Dialect): readonly string[] => Object.keys(migrations(dialect));

export interface MigrateOptions {
  /** The last migration to run; all of them if not given. */
  readonly upTo?: string | undefined;
  /** The schema of the tables on PostgreSQL, where others have tables of the same names. It must be the first in the search path. */
  readonly schema?: string | undefined;
}

/**
 * Migrates the tables. Several nodes may start at once: on PostgreSQL they wait for an advisory lock, on SQLite for the
 * write lock that the surrounding transaction takes first. Rejects with InvalidInputError, before it writes anything,
 * when another version created the database.
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  { upTo, schema }: MigrateOptions = {},
): Promise<void> {
  const known = migrations(dialect);
  await requireKnownMigrations(db, dialect, { table: MIGRATION_TABLE, known: Object.keys(known) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
}
