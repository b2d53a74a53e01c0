import { type Kysely, sql } from "kysely";
import { InvalidInputError } from "../../core/errors.ts";
import type { Dialect } from "../migrations/dialect.ts";
import { listKnownMigrations, MIGRATION_TABLE, migrate } from "../migrations/migrate.ts";

/** Throws InvalidInputError when the database has no tables of Licet. */
export async function readMigrations<DB>(db: Kysely<DB>, dialect: Dialect): Promise<readonly string[]> {
  const { rows: tables } = await dialect.findTable(MIGRATION_TABLE).execute(db);
  if (tables.length === 0)
    throw new InvalidInputError(
      "the database has no tables of Licet, so there is nothing to back up. Check LICET_DATABASE_URL and LICET_DATA_DIR.",
    );
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Throws InvalidInputError when the database may have tables that this version would leave out of a backup. */
export function requireKnownDatabase(migrations: readonly string[], dialect: Dialect): void {
  const known = listKnownMigrations(dialect);
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new InvalidInputError(
    `the database was changed by another version of Licet (${unknown.join(", ")}), and this version does not know all of its tables. Make the backup with that version.`,
  );
}

/** Throws InvalidInputError when this version lacks a migration of the backup: it would not know its tables. */
export function requireKnownBackup(
  { migrations, version }: { readonly migrations: readonly string[]; readonly version: string },
  dialect: Dialect,
): void {
  const known = listKnownMigrations(dialect);
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0 && migrations.length > 0) return;
  throw new InvalidInputError(
    `the backup was made by Licet ${version}, and this version does not know its tables (${unknown.join(", ") || "no migration"}). Restore it with that version or a later one. Nothing was changed.`,
  );
}

/** Creates the tables as they were when the backup was made. */
export async function migrateAsBackedUp<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  migrations: readonly string[],
  schema: string,
): Promise<void> {
  await migrate(db, dialect, { upTo: migrations.at(-1), schema });
}
