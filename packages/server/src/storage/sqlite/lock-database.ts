import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { InvalidInputError, UnavailableError } from "../../core/errors/errors.ts";
import { createPrivateFile } from "./open-database.ts";
import { isBusy, translateSqliteError } from "./sqlite-errors.ts";

export interface DatabaseLock {
  release(): void;
}

/** The lock of a server that runs as several processes. */
export interface ServerLock extends DatabaseLock {
  /** With it, the workers of this server, and nobody else, take their shares of the lock. */
  readonly serverId: string;
}

/**
 * The locks of this process, each with the rows that keep a share of it. The references matter: what is
 * garbage-collected releases its lock.
 */
const held = new Map<DatabaseSync, Iterator<unknown> | undefined>();

/**
 * Prevents a second server on the same database. The operating system holds the lock and releases it however this
 * process ends; the process id is stored beside it for the error message only. Command-line programs take no lock and
 * may run beside a server.
 */
export function lockDatabase(
  databaseFile: string,
  { pid }: { readonly pid?: number | undefined },
): DatabaseLock {
  const { lock, pidFile } = lockAlone(databaseFile);
  writeFileSync(pidFile, `${pid ?? ""}\n`, { mode: 0o600 });
  return { release: () => release(lock, pidFile) };
}

/**
 * Locks the database for a server of several processes. Each of them holds a share, and a second server gets the lock
 * only when all shares are gone, so it waits for the last worker, however the parent has ended.
 */
export function lockDatabaseForWorkers(databaseFile: string, { pid }: { readonly pid: number }): ServerLock {
  const { lock, pidFile } = lockAlone(databaseFile);
  const serverId = randomUUID();
  // Written while nobody else has a share, and before the first worker may take one.
  writeFileSync(pidFile, `${pid} ${serverId}\n`, { mode: 0o600 });
  // A statement that is not at its end keeps its share of the lock when the transaction ends. So the lock is never free.
  const rows = lock.prepare(READ).iterate();
  rows.next();
  held.set(lock, rows);
  lock.exec("commit");
  return { serverId, release: () => release(lock, pidFile) };
}

/**
 * Takes the share of a worker. The id proves that the server which started this worker still has the lock: another one
 * would have stored its own id, and can store none from now on.
 */
export function shareDatabaseLock(databaseFile: string, serverId: string): DatabaseLock {
  const { lockFile, pidFile } = filesOf(databaseFile);
  const lock = new DatabaseSync(lockFile, { timeout: SHARE_TIMEOUT_MILLISECONDS });
  try {
    lock.exec("begin");
    lock.prepare(READ).get();
    if (readOwner(pidFile).serverId !== serverId)
      throw new UnavailableError("the server that started this worker has ended");
  } catch (error) {
    lock.close();
    throw translateSqliteError(error);
  }
  held.set(lock, undefined);
  return { release: () => release(lock) };
}

/** A second server that is refused holds the lock for an instant. */
const SHARE_TIMEOUT_MILLISECONDS = 5_000;

/** Any statement that reads the file takes a share of its lock. */
const READ = "select count(*) from sqlite_master";

function lockAlone(databaseFile: string) {
  const { file, lockFile, pidFile } = filesOf(databaseFile);
  createPrivateFile(lockFile);
  const lock = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    const cause = translateSqliteError(error);
    if (!isBusy(error)) throw cause;
    throw new InvalidInputError(
      `the database ${file} is already in use by ${describeOwner(pidFile)}; stop it, or use another data folder`,
      { cause },
    );
  }
  held.set(lock, undefined);
  return { lock, pidFile };
}

function release(lock: DatabaseSync, pidFile?: string): void {
  if (!held.delete(lock)) return;
  if (pidFile !== undefined) rmSync(pidFile, { force: true });
  lock.close();
}

function filesOf(databaseFile: string) {
  const file = resolve(databaseFile);
  return { file, lockFile: `${file}.lock`, pidFile: `${file}.pid` };
}

function describeOwner(pidFile: string): string {
  const { pid, serverId } = readOwner(pidFile);
  if (pid === undefined) return "another process";
  return serverId === undefined ? `process ${pid}` : `process ${pid} or one of its workers`;
}

function readOwner(pidFile: string): { readonly pid?: number; readonly serverId?: string | undefined } {
  try {
    const [pid = "", serverId] = readFileSync(pidFile, "utf8").trim().split(" ");
    return /^\d+$/.test(pid) ? { pid: Number(pid), serverId } : {};
  } catch {
    return {};
  }
}
