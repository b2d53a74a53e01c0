import { type Kysely, sql } from "kysely";
import { InvalidInputError } from "../../core/errors.ts";
import type { Dialect } from "./dialect.ts";

/** Rejects when the database has migrations that this version does not know. Only reads. */
export async function requireKnownMigrations<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  { table, known }: { readonly table: string; readonly known: readonly string[] },
): Promise<void> {
  const { rows: tables } = await dialect.findTable(table).execute(db);
  if (tables.length === 0) return;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
    db,
  );
  const executed = rows.map(({ name }) => name);
  if (executed.every((name) => known.includes(name))) return;
  // A newer version has all migrations of this one, and more.
  const isNewer = known.every((name) => executed.includes(name));
  throw new InvalidInputError(isNewer ? NEWER : UNRELEASED);
}

const UNRELEASED =
  "this database was made by another version of Licet, from before 0.1, and this version cannot use its tables. Nothing was changed in it. Start with an empty database (another LICET_DATABASE_URL or data folder) and apply your configuration file to it, or go on with the version that made this one.";
const NEWER =
  "this database was changed by a newer version of Licet, and this version does not know its tables. Nothing was changed in it. Start the newer version, or restore a backup from before the upgrade.";
