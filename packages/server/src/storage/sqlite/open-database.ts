import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DamagedDatabaseError, FailedDiskError, UnavailableError } from "../../core/errors/errors.ts";
import { translateFileError } from "./file-system-failure.ts";
import { translateSqliteError } from "./sqlite-errors.ts";

/**
 * Creates the file before SQLite does, so that other users of the system can never read it. SQLite gives the `-wal` and
 * `-shm` files the same mode.
 */
export function createPrivateFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    // The file exists. It is not opened to check this: closing it again would drop the POSIX locks of this process.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw translateFileError(error, file);
  }
}

/**
 * The `-wal` file is written into the database when it has this size, and shrinks to it after a large transaction. The
 * commits of an import change the same pages again and again: the later they are copied, the fewer copies there are.
 */
const WAL_BYTES = 16 * 1_024 * 1_024;
const PAGE_BYTES = 4_096;

/** Opens the file for writing, and creates it if there is none. */
export function openDatabase(file: string): DatabaseSync {
  return opening(file, () => {
    createPrivateFile(file);
    return prepareForWriting(new DatabaseSync(file, WRITING));
  });
}

/** A second connection for writing. It never creates a file: the one that was open may have been moved meanwhile. */
export function openExisting(file: string): DatabaseSync {
  return opening(file, () => {
    const address = pathToFileURL(file);
    address.search = "mode=rw";
    return prepareForWriting(new DatabaseSync(address, WRITING));
  });
}

const WRITING = { enableForeignKeyConstraints: true, timeout: 5_000 } as const;

function prepareForWriting(database: DatabaseSync): DatabaseSync {
  // FULL, because NORMAL loses acknowledged commits in a power failure, and a lost "spent" row would allow a replay.
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000;");
  database.exec(`pragma journal_size_limit = ${WAL_BYTES}`);
  database.exec(`pragma wal_autocheckpoint = ${WAL_BYTES / PAGE_BYTES}`);
  // What was deleted is overwritten with zeros where the page is written anyway: personal data leaves the file, too.
  database.exec("pragma secure_delete = fast");
  // SQLite sleeps while it waits, which blocks the event loop; see wait-for-lock.ts.
  database.exec("pragma busy_timeout = 0");
  return database;
}

/** A connection beside one of `openDatabase`, which has made the file and its `-wal`. */
export function openReadOnly(file: string): DatabaseSync {
  return opening(file, () => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
    database.exec("pragma cache_size = -8000");
    return database;
  });
}

function opening(file: string, open: () => DatabaseSync): DatabaseSync {
  try {
    return open();
  } catch (error) {
    const cause = translateSqliteError(error, file);
    // It names the file already.
    if (cause instanceof FailedDiskError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const kind = cause instanceof DamagedDatabaseError ? DamagedDatabaseError : UnavailableError;
    throw new kind(`cannot open the database file ${file}: ${reason}`, { cause });
  }
}
