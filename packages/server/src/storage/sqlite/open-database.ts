import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UnavailableError } from "../../core/errors.ts";
import { translateSqliteError } from "./sqlite-errors.ts";

/**
 * Makes the file before SQLite does, so that nobody else can ever read it; SQLite gives its companions (`-wal`,
 * `-shm`) the same mode.
 */
export function createPrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    // It is there. Not opened to find out: closing it again would drop the POSIX locks this process holds on it.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

export function openDatabase(file: string): DatabaseSync {
  try {
    createPrivateFile(file);
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5_000 });
    // FULL, because NORMAL loses acknowledged commits at a power cut, and a lost "spent" row is a replay hole.
    database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000;");
    // SQLite waits by sleeping, and everything else here would sleep with it; see PatientConnection.
    database.exec("pragma busy_timeout = 5");
    return database;
  } catch (error) {
    const cause = translateSqliteError(error);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnavailableError(`cannot open the database file ${file}: ${reason}`, { cause });
  }
}
