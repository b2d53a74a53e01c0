import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { initialMigration } from "./0001-initial.ts";
import { delegationMigration } from "./0002-delegation.ts";
import { consoleMigration } from "./0003-console.ts";
import { finishedInteractionsMigration } from "./0004-finished-interactions.ts";
import { redirectRegistrationsMigration } from "./0005-redirect-registrations.ts";
import { resetIssuersMigration } from "./0006-reset-issuers.ts";
import { reservedNamesMigration } from "./0007-reserved-names.ts";
import { boundedRequestsMigration } from "./0010-bounded-requests.ts";
import { limitCountsMigration } from "./0011-limit-counts.ts";
import { rootKeysMigration } from "./0012-root-keys.ts";
import { idempotentEffectsMigration } from "./0013-idempotent-effects.ts";
import { standardClientsMigration } from "./0014-standard-clients.ts";
import type { Dialect } from "./dialect.ts";

/** One list for both engines. A published migration is never edited; the next one is added below. */
const migrations = (dialect: Dialect): Record<string, Migration> => ({
  "0001-initial": initialMigration(dialect),
  "0002-delegation": delegationMigration(dialect),
  "0003-console": consoleMigration(dialect),
  "0004-finished-interactions": finishedInteractionsMigration(dialect),
  "0005-redirect-registrations": redirectRegistrationsMigration(dialect),
  "0006-reset-issuers": resetIssuersMigration(dialect),
  "0007-reserved-names": reservedNamesMigration(dialect),
  "0010-bounded-requests": boundedRequestsMigration(dialect),
  "0011-limit-counts": limitCountsMigration(dialect),
  "0012-root-keys": rootKeysMigration(dialect),
  "0013-idempotent-effects": idempotentEffectsMigration(dialect),
  "0014-standard-clients": standardClientsMigration(dialect),
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
