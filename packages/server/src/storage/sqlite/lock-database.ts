import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { InvalidInputError } from "../../core/errors.ts";
import { createPrivateFile } from "./open-database.ts";
import { isBusy, translateSqliteError } from "./sqlite-errors.ts";

export interface DatabaseLock {
  release(): void;
}

/** The locks of this process. The reference matters: a garbage-collected connection would release its lock. */
const held = new Set<DatabaseSync>();

/**
 * Prevents a second server on the same database. The operating system holds the lock and releases it however this
 * process ends; the process id is stored beside it for the error message only. Command-line programs take no lock and
 * may run beside a server.
 */
export function lockDatabase(
  databaseFile: string,
  { pid }: { readonly pid?: number | undefined },
): DatabaseLock {
  const file = resolve(databaseFile);
  const lockFile = `${file}.lock`;
  const pidFile = `${file}.pid`;
  createPrivateFile(lockFile);
  const lock = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    const cause = translateSqliteError(error);
    if (!isBusy(error)) throw cause;
    throw new InvalidInputError(
      `the database ${file} is already in use by ${readOwner(pidFile)}; stop it, or use another data folder`,
      { cause },
    );
  }
  held.add(lock);
  writeFileSync(pidFile, `${pid ?? ""}\n`, { mode: 0o600 });
  return {
    release() {
      if (!held.delete(lock)) return;
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

function readOwner(pidFile: string): string {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
    return Number.isNaN(pid) ? "another process" : `process ${pid}`;
  } catch {
    return "another process";
  }
}
