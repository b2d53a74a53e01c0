import type { Migration } from "kysely/migration";
import { type Dialect, postgresDialect, sqliteDialect } from "../migrations/dialect.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { openSqlite } from "../sqlite/open-sqlite.ts";

/** Runs one migration by itself, on a database from which a case has taken what the migration adds. */
export async function migrateBy(url: string, migration: (dialect: Dialect) => Migration): Promise<void> {
  const options = {
    pollEveryMilliseconds: 60_000,
    poolSize: 1,
    freshForMilliseconds: 60_000,
    listen: false,
    now: () => Date.now(),
  };
  const isSqlite = url.startsWith("sqlite:");
  const engine = isSqlite
    ? await openSqlite(url.slice("sqlite:".length), options)
    : await openPostgres(url, options);
  try {
    await migration(isSqlite ? sqliteDialect : postgresDialect).up(engine.db);
  } finally {
    await engine.close();
  }
}
