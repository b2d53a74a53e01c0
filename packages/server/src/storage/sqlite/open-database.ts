import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UnavailableError } from "../../core/errors.ts";
import { translateSqliteError } from "./sqlite-errors.ts";

/**
 * Creates the file before SQLite does, so that other users of the system can never read it. SQLite gives the `-wal` and
 * `-shm` files the same mode.
 */
export function createPrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    // The file exists. It is not opened to check this: closing it again would drop the POSIX locks of this process.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

export function openDatabase(file: string): DatabaseSync {
  try {
    createPrivateFile(file);
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5_000 });
    // FULL, because NORMAL loses acknowledged commits in a power failure, and a lost "spent" row would allow a replay.
    database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000;");
    // What was deleted is overwritten with zeros where the page is written anyway: personal data leaves the file, too.
    database.exec("pragma secure_delete = fast");
    // SQLite sleeps while it waits, which blocks the event loop; see WaitingConnection.
    database.exec("pragma busy_timeout = 5");
    return database;
  } catch (error) {
    const cause = translateSqliteError(error);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnavailableError(`cannot open the database file ${file}: ${reason}`, { cause });
  }
}
