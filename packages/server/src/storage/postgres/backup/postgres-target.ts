import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Manifest, ReceivedBackup, RestoreResult, RestoreTarget } from "../../../backup/stores.ts";
import { InvalidInputError } from "../../../core/errors/errors.ts";
import { migrateAsBackedUp, requireKnownBackup } from "../../backup/backup-migrations.ts";
import { endIssued, type Positions, readPositions } from "../../backup/end-issued.ts";
import { readRootKeys } from "../../keys/root-key-store.ts";
import { postgresDialect } from "../../migrations/dialect.ts";
import { migrate } from "../../migrations/migrate.ts";
import { readTime } from "./postgres-source.ts";
import { receiveRows } from "./receive-rows.ts";
import { holdsTables, replaceTables, requireNoServer, waitForLastSessions } from "./replace-tables.ts";
import { openSingleConnection, type SingleConnection } from "./single-connection.ts";

/** Any number, the same for all versions: one restore at a time in a database. */
const RESTORE_LOCK = 7_264_519_802_311;
const SCRATCH = "licet_restore_";

/**
 * Builds the restored tables in a schema of their own, and puts them in the place of the others in one transaction.
 * Throws InvalidInputError while a server uses the database.
 */
export async function openPostgresTarget(
  databaseUrl: string,
  { replaces, manifest }: { readonly replaces: boolean; readonly manifest: Manifest },
): Promise<RestoreTarget> {
  requireKnownBackup(manifest);
  const connection = await openSingleConnection(databaseUrl);
  try {
    await takeLock(connection);
    const schema = await currentSchema(connection);
    await waitForLastSessions(connection);
    await requireNoServer(connection);
    if (!replaces && (await holdsTables(connection, schema)))
      throw new InvalidInputError(
        "the PostgreSQL database has tables of Licet already. Name an empty database with LICET_DATABASE_URL, or add --force to replace them.",
      );
    await dropLeftovers(connection);
    return { restore: (backup) => restore(connection, schema, backup), close: connection.close };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function restore(
  connection: SingleConnection,
  schema: string,
  backup: ReceivedBackup,
): Promise<RestoreResult> {
  const { client, db } = connection;
  const { manifest, endAccessTokens, onProgress } = backup;
  const replaced = await readReplaced(connection, schema);
  const scratch = `${SCRATCH}${randomBytes(6).toString("hex")}`;
  await client.query(`create schema ${scratch}`);
  try {
    await client.query(`set search_path to ${scratch}`);
    await migrateAsBackedUp(db, postgresDialect, manifest.migrations);
    await receiveRows(connection, manifest, backup.parts);
    onProgress("checking", 0);
    await migrate(db, postgresDialect, { contracts: "never" });
    backup.requireOpenable(await readRootKeys(db));
    const facts = { now: await readTime(connection), endAccessTokens, backup: manifest, replaced };
    const result = await db.transaction().execute((trx) => endIssued(trx, "postgres", facts));
    await replaceTables(connection, { from: scratch, to: schema });
    return result;
  } finally {
    await client.query(`drop schema if exists ${scratch} cascade`).catch(() => {});
  }
}

async function takeLock({ db }: SingleConnection): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(${sql.lit(RESTORE_LOCK)}) as taken`.execute(db);
  if (rows[0]?.taken === true) return;
  throw new InvalidInputError("another restore into this database is under way. Wait for its end.");
}

async function currentSchema({ db }: SingleConnection): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  const schema = rows[0]?.schema;
  if (schema) return schema;
  throw new InvalidInputError(
    "the PostgreSQL database has no schema that this role may use. Create one, or set the role's search_path.",
  );
}

/** Of restores that were killed: this one holds the lock, so no other runs. */
async function dropLeftovers({ db }: SingleConnection): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname ~ ${`^${SCRATCH}[0-9a-f]{12}$`}`.execute(db);
  for (const { name } of rows) await sql`drop schema ${sql.id(name)} cascade`.execute(db);
}

async function readReplaced({ db }: SingleConnection, schema: string): Promise<Positions | undefined> {
  try {
    return await db.transaction().execute((trx) => readPositions(trx.withSchema(schema)));
  } catch {
    // Empty, or tables that this version does not know. The time alone then keeps positions from coming again.
    return undefined;
  }
}
