import type { Kysely } from "kysely";
import type { MigrationPlan, PlannedMigration, TableSize } from "../management/stores.ts";
import { readExecuted } from "./migrations/bookkeeping.ts";
import type { Dialect } from "./migrations/dialect.ts";
import { listPending, type MigrateOptions } from "./migrations/migrate.ts";
import { MIGRATIONS } from "./migrations/migrations.ts";
import { listOlderNodes } from "./migrations/older-nodes.ts";
import { newestSchema, schemaOf } from "./migrations/schema-migration.ts";

/** Only reads. Rejects with InvalidInputError when this version cannot use the database. */
export async function planMigrations(
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
