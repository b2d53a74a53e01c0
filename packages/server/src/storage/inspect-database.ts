import { existsSync } from "node:fs";
import { Kysely } from "kysely";
import type { MigrationPlan } from "../management/stores.ts";
import { postgresDialect, sqliteDialect } from "./migrations/dialect.ts";
import type { StorageOptions } from "./open-storage.ts";
import { planMigrations } from "./plan-migrations.ts";
import { openReadOnly } from "./sqlite/open-database.ts";
import { createConnection } from "./sqlite/sqlite-connection.ts";
import { createSqliteDialect } from "./sqlite/sqlite-dialect.ts";

type InspectOptions = Pick<StorageOptions, "databaseUrl" | "databaseDirectUrl" | "migrations">;

/** Opens the database without migrating it, and says what migrating would do. Changes nothing. */
export async function inspectDatabase(options: InspectOptions): Promise<MigrationPlan> {
  const { databaseUrl, databaseDirectUrl = databaseUrl } = options;
  if (databaseUrl.startsWith("sqlite:"))
    return await inspectFile(databaseUrl.slice("sqlite:".length), options);
  const { onDirectConnection } = await import("./postgres/open-postgres.ts");
  return await onDirectConnection(databaseDirectUrl, (db) =>
    planMigrations(db as Kysely<unknown>, postgresDialect, options),
  );
}

async function inspectFile(file: string, options: InspectOptions): Promise<MigrationPlan> {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const writer = createConnection(openReadOnly(file));
  const db = new Kysely<unknown>({ dialect: createSqliteDialect({ writer }) });
  try {
    return await planMigrations(db, sqliteDialect, options);
  } finally {
    await db.destroy();
  }
}
