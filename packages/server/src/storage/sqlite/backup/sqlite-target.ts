import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type {
  BackupPart,
  Manifest,
  ReceivedBackup,
  RestoreResult,
  RestoreTarget,
} from "../../../backup/stores.ts";
import { InvalidInputError } from "../../../core/errors/errors.ts";
import { requireKnownBackup } from "../../backup/backup-migrations.ts";
import { endIssued, type Positions } from "../../backup/end-issued.ts";
import { readRootKeys } from "../../keys/root-key-store.ts";
import { removeNote } from "../broken-note.ts";
import { lockDatabase } from "../lock-database.ts";
import { createPrivateFile } from "../open-database.ts";
import { openSqlite } from "../open-sqlite.ts";
import { requireOwnObjects } from "./foreign-objects.ts";
import { giveToOwnerOf, replaceDatabase } from "./replace-database.ts";
import { DATABASE_PART, requireIntact } from "./sqlite-source.ts";

export interface SqliteTargetOptions {
  /** Replace a database that exists. */
  readonly replaces: boolean;
  /** Of this process, for the message of a server that is started meanwhile. */
  readonly pid: number;
  readonly clock: Clock;
  readonly manifest: Manifest;
}

/**
 * Builds the restored database beside the file, and puts it in its place by one rename. Holds the lock of a server
 * meanwhile: throws InvalidInputError while a server runs, and a server that is started is refused.
 */
export function openSqliteTarget(path: string, options: SqliteTargetOptions): RestoreTarget {
  const { replaces, pid, clock, manifest } = options;
  const file = resolve(path);
  requireKnownBackup(manifest);
  const lock = writingBeside(file, () => lockDatabase(file, { pid }));
  try {
    giveToOwnerOf(dirname(file), `${file}.lock`);
    if (!replaces) requireAbsent(file);
    removeLeftovers(file);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    restore: (backup) => restore(file, backup, clock),
    close: async () => lock.release(),
  };
}

async function restore(file: string, backup: ReceivedBackup, clock: Clock): Promise<RestoreResult> {
  const scratch = `${file}${SCRATCH}${randomBytes(6).toString("hex")}`;
  writingBeside(file, () => mkdirSync(scratch, { mode: 0o700 }));
  try {
    const restored = join(scratch, DATABASE_PART);
    await receive(backup.parts, restored);
    const result = await makeUsable(restored, backup, clock, readFormerPositions(file));
    await flush(restored);
    const replaced = await replaceDatabase(file, restored, clock);
    removeNote(file);
    return { ...result, ...replaced };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Ends when the digests at the end of the backup were right. */
async function receive(parts: AsyncIterable<BackupPart>, restored: string): Promise<void> {
  createPrivateFile(restored);
  const handle = await open(restored, "r+");
  let received = 0;
  try {
    for await (const { name, content } of parts) {
      received += 1;
      if (name !== DATABASE_PART || received > 1) throw unexpectedPart(name);
      for await (const chunk of content) await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
  if (received === 0) throw unexpectedPart("no database");
}

async function makeUsable(
  restored: string,
  { manifest, requireOpenable, endAccessTokens, onProgress }: ReceivedBackup,
  clock: Clock,
  replaced: Positions | undefined,
): Promise<RestoreResult> {
  onProgress("checking", 0);
  const database = new DatabaseSync(restored);
  try {
    requireIntact(database, "the database in the backup");
    await requireOwnObjects(database, manifest.migrations);
  } finally {
    database.close();
  }
  // Migrates the tables as well, where the backup is of an earlier version.
  const engine = await openSqlite(restored, { pollEveryMilliseconds: 60_000, watchesFile: false });
  try {
    requireOpenable(await readRootKeys(engine.db));
    const facts = { now: clock.milliseconds(), endAccessTokens, backup: manifest, replaced };
    return await engine.transactions.transact((trx) => endIssued(trx, "sqlite", facts));
  } finally {
    await engine.close();
  }
}

/** One file, complete and on the disk. */
async function flush(restored: string): Promise<void> {
  const database = new DatabaseSync(restored);
  try {
    database.exec("pragma journal_mode = delete");
  } finally {
    database.close();
  }
  const handle = await open(restored, "r+");
  await handle.sync().finally(() => handle.close());
}

function requireAbsent(file: string): void {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return;
  throw new InvalidInputError(
    `there is a database at ${file} already. Name an empty data folder with --data-dir, or add --force to replace it.`,
  );
}

const SCRATCH = ".restore-";

/** Of a restore that was killed: this one holds the lock, so no other restore runs. */
function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(file)}${SCRATCH}`)) rmSync(join(folder, name), { recursive: true });
}

function writingBeside<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof InvalidInputError || code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    throw new InvalidInputError(`cannot write beside ${file}: ${message}. Nothing was changed.`, {
      cause: error,
    });
  }
}

const unexpectedPart = (name: string) =>
  new InvalidInputError(
    `the backup does not hold one database file, but ${name}. It was not made by licet backup. Nothing was changed.`,
  );

/** The positions of the database that is to be replaced; undefined when there is none, or none that can be read. */
function readFormerPositions(file: string): Positions | undefined {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return undefined;
  try {
    // Only reads: to close a damaged database could cost it its `-wal`.
    const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
    try {
      const found = database.prepare(POSITIONS).get() as unknown as Positions;
      return { ...found, auditEvent: found.auditEvent ?? 0 };
    } finally {
      database.close();
    }
  } catch {
    // A damaged database is a reason to restore one. The time alone then keeps positions from coming again.
    return undefined;
  }
}

const POSITIONS = `
  select (select value from revision) as revision, (select value from revocation_position) as revocation,
    (select max(id) from audit_events) as "auditEvent"`;
