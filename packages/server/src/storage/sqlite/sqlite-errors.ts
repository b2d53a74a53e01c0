import { DamagedDatabaseError, FailedDiskError, UnavailableError } from "../../core/errors/errors.ts";
import { ConstraintViolation } from "../engine/constraint-violation.ts";
import type { Row } from "../statements/sql-value.ts";
import { findFileSystemFailure, translateFileError } from "./file-system-failure.ts";

/** https://sqlite.org/rescode.html: the file cannot be read or written now, whatever the statement is. */
const UNAVAILABLE: ReadonlyMap<number, string> = new Map([
  [5, "the database is locked by another process"], // SQLITE_BUSY
  [6, "the database is locked"], // SQLITE_LOCKED
  [7, "out of memory"], // SQLITE_NOMEM
  [8, "the database file is read-only"], // SQLITE_READONLY
  [13, "the disk is full"], // SQLITE_FULL
  [14, "the database file cannot be opened"], // SQLITE_CANTOPEN
  [15, "another process is starting the database"], // SQLITE_PROTOCOL
]);
const DAMAGED: ReadonlyMap<number, string> = new Map([
  [11, "the database file is damaged"], // SQLITE_CORRUPT
  [26, "the file is not a database"], // SQLITE_NOTADB
]);
const DISK_CODE = 10; // SQLITE_IOERR
const UNIQUE_CODES: ReadonlySet<number> = new Set([1555, 2067]); // SQLITE_CONSTRAINT_PRIMARYKEY, …_UNIQUE
const REFERENCE_CODE = 787; // SQLITE_CONSTRAINT_FOREIGNKEY

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : undefined;

/** Another connection holds the requested lock (SQLITE_BUSY). */
export const isBusy = (error: unknown): boolean => ((codeOf(error) ?? 0) & 0xff) === 5;

/** Translates an error for the rest of Licet; an unexpected error stays unchanged. */
export function translateSqliteError(error: unknown, file?: string): unknown {
  const code = codeOf(error);
  if (code === undefined) return file === undefined ? error : translateFileError(error, file);
  // The low byte is the primary result code; the other bytes give a more precise reason.
  const reason = UNAVAILABLE.get(code & 0xff);
  if (reason !== undefined) return new UnavailableError(reason, { cause: error });
  const damage = DAMAGED.get(code & 0xff);
  const isDisk = (code & 0xff) === DISK_CODE;
  if (damage === undefined && !isDisk) return error;
  const failure = file === undefined ? undefined : findFileSystemFailure(file);
  if (failure !== undefined) return failure;
  if (isDisk) return new FailedDiskError("the disk failed", { cause: error });
  return new DamagedDatabaseError(`${damage}. ${adviceFor(file)}`, { cause: error });
}

const adviceFor = (file = "FILE"): string =>
  `Stop everything that uses it and keep a copy, with its -wal. Then restore a backup, or save what can be read: sqlite3 ${file} .recover | sqlite3 recovered.db`;

/** Names the column that refused an inserted row. SQLite does not report the value, but the row is known. */
export function translateInsertError(error: unknown, row: Row): unknown {
  const code = codeOf(error);
  if (code === REFERENCE_CODE) return new ConstraintViolation("reference", {}, { cause: error });
  if (code === undefined || !UNIQUE_CODES.has(code)) return translateSqliteError(error);
  const column = /failed: \w+\.(\w+)/.exec((error as Error).message)?.[1];
  const value = column === undefined ? undefined : row[column];
  return new ConstraintViolation(
    "unique",
    { column, value: value === undefined || value === null ? undefined : String(value) },
    { cause: error },
  );
}
