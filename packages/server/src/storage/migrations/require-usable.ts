import { InvalidInputError } from "../../core/errors/errors.ts";
import type { ExecutedMigration } from "./bookkeeping.ts";
import { newestSchema, type SchemaMigration, schemaOf } from "./schema-migration.ts";

/**
 * Throws when servers with these migrations cannot use the database. A newer version may have migrated it: each of its
 * migrations says from which schema on servers run beside it.
 */
export function requireUsable(
  executed: readonly ExecutedMigration[],
  known: readonly SchemaMigration[],
): void {
  const knownNames = new Set(known.map(({ name }) => name));
  const unknown = executed.filter(({ name }) => !knownNames.has(name));
  if (unknown.length === 0) return;
  const own = newestSchema(known);
  const executedNames = new Set(executed.map(({ name }) => name));
  // A newer version has run all migrations of this one; those that contract may wait.
  const hasOurs = known.every(({ name, kind }) => kind === "contract" || executedNames.has(name));
  if (!hasOurs || unknown.some(({ name }) => (schemaOf(name) ?? 0) <= own))
    throw new InvalidInputError(UNRELEASED);
  const tooNew = unknown.find(({ oldestSchema }) => oldestSchema === undefined || oldestSchema > own);
  if (tooNew !== undefined) throw new InvalidInputError(describeNewer(executed, tooNew, own));
}

const UNRELEASED =
  "this database was made by another version of Licet, from before 0.1, and this version cannot use its tables. Nothing was changed in it. Start with an empty database (another LICET_DATABASE_URL or data folder) and apply your configuration file to it, or go on with the version that made this one.";

function describeNewer(executed: readonly ExecutedMigration[], tooNew: ExecutedMigration, own: number) {
  const present = Math.max(...executed.map(({ name }) => schemaOf(name) ?? 0));
  const needed = tooNew.oldestSchema === undefined ? "" : ` of schema ${tooNew.oldestSchema} or newer`;
  return `this database was changed by a newer version of Licet, and this version cannot use its tables. The database has schema ${present}, and since its migration ${tooNew.name} only servers${needed} can use it; this server has schema ${own}. Nothing was changed in it. Start the newer version, or restore a backup from before the upgrade.`;
}
