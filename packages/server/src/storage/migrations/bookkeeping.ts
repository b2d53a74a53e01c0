import { type Kysely, sql } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { SchemaMigration } from "./schema-migration.ts";

/** A migration that has run on this database, as it says itself: the server that reads it may not know it. */
export interface ExecutedMigration {
  readonly name: string;
  /** Undefined where the database was made before this was recorded. */
  readonly oldestSchema: number | undefined;
}

export const MIGRATION_TABLE = "licet_migrations";

/** In order of their names. Empty for a database without tables. Only reads. */
export async function readExecuted(
  db: Kysely<unknown>,
  dialect: Dialect,
): Promise<readonly ExecutedMigration[]> {
  const { rows: tables } = await dialect.findTable(MIGRATION_TABLE).execute(db);
  if (tables.length === 0) return [];
  // All columns: a database of an older checkout has fewer.
  const { rows } = await sql<{
    name: string;
    oldest_schema?: number | null;
  }>`select * from ${sql.table(MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name, oldest_schema }) => ({ name, oldestSchema: oldest_schema ?? undefined }));
}

/** Creates the table, or adds the columns that databases of an older checkout lack. */
export async function ensureBookkeeping(trx: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await sql`create table if not exists ${sql.table(MIGRATION_TABLE)}
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(trx);
  const { rows } = await dialect.listColumns(MIGRATION_TABLE).execute(trx);
  const present = new Set(rows.map(({ name }) => name));
  const wanted = [
    ["kind", dialect.text],
    ["oldest_schema", dialect.integer],
  ] as const;
  for (const [column, type] of wanted)
    if (!present.has(column)) await trx.schema.alterTable(MIGRATION_TABLE).addColumn(column, type).execute();
}

/** In the transaction of the migration. */
export async function recordExecuted(trx: Kysely<unknown>, migration: SchemaMigration): Promise<void> {
  const { name, kind, oldestSchema } = migration;
  await sql`insert into ${sql.table(MIGRATION_TABLE)} (name, timestamp, kind, oldest_schema)
    values (${name}, ${new Date().toISOString()}, ${kind}, ${oldestSchema})`.execute(trx);
}
