import { existsSync } from "node:fs";
import { Kysely } from "kysely";
import type { MigrationPlan, PlannedMigration, TableSize } from "../operations/stores.ts";
import { readExecuted } from "./migrations/bookkeeping.ts";
import { type Dialect, postgresDialect, sqliteDialect } from "./migrations/dialect.ts";
import { listPending, type MigrateOptions } from "./migrations/migrate.ts";
import { MIGRATIONS } from "./migrations/migrations.ts";
import { listOlderNodes } from "./migrations/older-nodes.ts";
import { newestSchema, schemaOf } from "./migrations/schema-migration.ts";
import type { StorageOptions } from "./open-storage.ts";
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

/** Only reads. Rejects with InvalidInputError when this version cannot use the database. */
async function planMigrations(
  db: Kysely<unknown>,
  dialect: Dialect,
  { migrations = MIGRATIONS }: MigrateOptions = {},
): Promise<MigrationPlan> {
  const executed = await readExecuted(db, dialect);
  const pending: PlannedMigration[] = [];
  for (const migration of await listPending(db, dialect, migrations)) {
    const { name, kind, summary, oldestSchema, indexes = [] } = migration;
    pending.push({
      name,
      kind,
      summary,
      oldestSchema,
      tables: await measure(db, dialect, migration.tables),
      indexes: indexes.map((index) => index.name),
      waitsFor: kind === "contract" ? await listOlderNodes(db, dialect, migration) : [],
    });
  }
  return {
    schema: newestSchema(migrations),
    databaseSchema: Math.max(0, ...executed.map(({ name }) => schemaOf(name) ?? 0)),
    pending,
  };
}

async function measure(db: Kysely<unknown>, dialect: Dialect, names: readonly string[]) {
  const measured: ({ readonly name: string } & TableSize)[] = [];
  for (const name of names) {
    if ((await dialect.findTable(name).execute(db)).rows.length === 0) continue;
    const { rows } = await dialect.estimateTable(name).execute(db);
    if (rows[0] !== undefined) measured.push({ name, ...rows[0] });
  }
  return measured;
}
