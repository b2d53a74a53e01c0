import { createReadStream, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import type { BackupPart, BackupSource, DatabaseFacts, OnProgress } from "../../../backup/stores.ts";
import { DamagedDatabaseError } from "../../../core/errors/errors.ts";
import { auditRow } from "../../audit/audit-store.ts";
import { readFacts } from "../../backup/read-facts.ts";
import { sqliteDialect } from "../../migrations/dialect.ts";
import type { Database } from "../../tables/schema.ts";
import { createPrivateFile, openExisting } from "../open-database.ts";
import { createConnection } from "../sqlite-connection.ts";
import { createSqliteDialect } from "../sqlite-dialect.ts";
import { translateSqliteError } from "../sqlite-errors.ts";
import { findForeignObjects } from "./foreign-objects.ts";

/** The database in a backup of SQLite. */
export const DATABASE_PART = "licet.db";

const LOCK_MILLISECONDS = 10_000;
const LOOK_EVERY_MILLISECONDS = 250;
/** All pages in one step: between two steps another process may write, and SQLite would begin anew. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the file with SQLite's own backup. It reads one snapshot, with the newest commits of the `-wal` file, and waits
 * for no writer; writers do not wait for it. It works on another thread.
 */
export function openSqliteSource(path: string): BackupSource {
  const file = resolve(path);
  const database = openExisting(file);
  database.exec(`pragma busy_timeout = ${LOCK_MILLISECONDS}`);
  const db = createDb(database);
  return {
    now: async () => Date.now(),
    async recordStart(at) {
      await readFacts(db, "sqlite", sqliteDialect);
      const row = auditRow({ at, type: "backup.started", actor: "cli" });
      await db
        .insertInto("audit_events")
        .values(row as never)
        .execute();
    },
    async copy({ scratchFolder, onProgress }, work) {
      const copy = join(scratchFolder, DATABASE_PART);
      createPrivateFile(copy);
      await copyTo(database, copy, onProgress);
      const facts = await verifyCopy(copy);
      return await work({ facts, parts: listParts(copy) });
    },
    close: () => db.destroy(),
  };
}

const createDb = (database: DatabaseSync) =>
  new Kysely<Database>({ dialect: createSqliteDialect({ writer: createConnection(database) }) });

async function copyTo(database: DatabaseSync, copy: string, onProgress: OnProgress): Promise<void> {
  const { pages, size } = database
    .prepare("select page_count as pages, page_size as size from pragma_page_count, pragma_page_size")
    .get() as { pages: number; size: number };
  const look = () => onProgress("copying", statSync(copy).size, pages * size);
  const timer = setInterval(look, LOOK_EVERY_MILLISECONDS);
  try {
    await backup(database, copy, { rate: ALL_PAGES });
  } catch (error) {
    throw translateSqliteError(error, copy);
  } finally {
    clearInterval(timer);
  }
}

/** A copy of a damaged database is no backup; better to know now. */
async function verifyCopy(copy: string): Promise<DatabaseFacts> {
  const database = new DatabaseSync(copy);
  const db = createDb(database);
  try {
    // The header of the file says WAL, as it does in the original. Without it, a reader needs this file alone.
    database.exec("pragma journal_mode = delete");
    requireIntact(database, "the database");
    const facts = await readFacts(db, "sqlite", sqliteDialect);
    await leaveOutForeign(database, facts.migrations);
    return facts;
  } catch (error) {
    throw translateSqliteError(error);
  } finally {
    await db.destroy();
  }
}

/** A database may have other tables, too, as on PostgreSQL. A restore would refuse them. */
async function leaveOutForeign(copy: DatabaseSync, migrations: readonly string[]): Promise<void> {
  // A table takes its triggers along.
  for (const { type, name } of await findForeignObjects(copy, migrations))
    copy.exec(`drop ${type} if exists "${name.replaceAll('"', '""')}"`);
}

export function requireIntact(database: DatabaseSync, what: string): void {
  const [first] = database.prepare("pragma integrity_check(1)").all() as { integrity_check: string }[];
  if (first?.integrity_check === "ok") return;
  throw new DamagedDatabaseError(
    `${what} is damaged: ${first?.integrity_check}. No backup was written. See "The database file is damaged" in docs/operations.md.`,
  );
}

async function* listParts(copy: string): AsyncGenerator<BackupPart> {
  yield { name: DATABASE_PART, bytes: statSync(copy).size, content: createReadStream(copy) };
}
