import type { Kysely } from "kysely";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { readExecuted } from "../migrations/bookkeeping.ts";
import type { Dialect } from "../migrations/dialect.ts";
import { migrate } from "../migrations/migrate.ts";
import { MIGRATIONS } from "../migrations/migrations.ts";

/** Throws InvalidInputError when the database has no tables of Licet. */
export async function readMigrations<DB>(db: Kysely<DB>, dialect: Dialect): Promise<readonly string[]> {
  const executed = await readExecuted(db as Kysely<unknown>, dialect);
  if (executed.length === 0)
    throw new InvalidInputError(
      "the database has no tables of Licet, so there is nothing to back up. Check LICET_DATABASE_URL and LICET_DATA_DIR.",
    );
  return executed.map(({ name }) => name);
}

/** Throws InvalidInputError when the database may have tables that this version would leave out of a backup. */
export function requireKnownDatabase(migrations: readonly string[]): void {
  const unknown = listUnknown(migrations);
  if (unknown.length === 0) return;
  throw new InvalidInputError(
    `the database was changed by another version of Licet (${unknown.join(", ")}), and this version does not know all of its tables. Make the backup with that version.`,
  );
}

/** Throws InvalidInputError when this version lacks a migration of the backup: it would not know its tables. */
export function requireKnownBackup({
  migrations,
  version,
}: {
  readonly migrations: readonly string[];
  readonly version: string;
}): void {
  const unknown = listUnknown(migrations);
  if (unknown.length === 0 && migrations.length > 0) return;
  throw new InvalidInputError(
    `the backup was made by Licet ${version}, and this version does not know its tables (${unknown.join(", ") || "no migration"}). Restore it with that version or a later one. Nothing was changed.`,
  );
}

const listUnknown = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !MIGRATIONS.some((known) => known.name === name));

/** Creates the tables as they were when the backup was made. */
export async function migrateAsBackedUp<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  names: readonly string[],
): Promise<void> {
  const migrations = MIGRATIONS.filter(({ name }) => names.includes(name));
  // No server uses these tables yet.
  await migrate(db, dialect, { migrations, contracts: "now" });
}
