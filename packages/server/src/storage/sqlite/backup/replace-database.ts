import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { DamagedDatabaseError, InvalidInputError } from "../../../core/errors/errors.ts";
import { syncFolder } from "../../../core/errors/sync-folder.ts";
import { isBusy, translateSqliteError } from "../sqlite-errors.ts";

/**
 * Puts a complete database file in the place of another. Whenever this is interrupted, the path leads to the one or to
 * the other. A `-wal` of the former database would be taken for that of the new one, so its content goes into the former
 * file first. A former database that cannot be read is moved away, for whoever wants to save something of it.
 */
export async function replaceDatabase(
  file: string,
  restored: string,
  clock: Clock,
): Promise<{ readonly movedTo?: string }> {
  giveToOwnerOf(existsSync(file) ? file : dirname(file), restored);
  const keptWal = keepWal(file, dirname(restored));
  const former = takeFormer(file);
  const movedTo = former === "damaged" ? moveAway(file, keptWal, clock) : undefined;
  try {
    renameSync(restored, file);
    await syncFolder(dirname(file));
  } finally {
    if (former instanceof DatabaseSync) former.close();
  }
  return movedTo === undefined ? {} : { movedTo };
}

/** SQLite deletes the `-wal` of a database that it cannot read. A second name keeps what is in it. */
function keepWal(file: string, scratchFolder: string): string | undefined {
  if (!existsSync(`${file}-wal`)) return undefined;
  const kept = join(scratchFolder, "former-wal");
  linkSync(`${file}-wal`, kept);
  return kept;
}

/** The former database as one file, locked so that no command reads or writes it any more. */
function takeFormer(file: string): DatabaseSync | "damaged" | undefined {
  if (!existsSync(file)) return undefined;
  const database = new DatabaseSync(file, { timeout: 2_000 });
  try {
    database.exec("pragma journal_mode = delete; begin exclusive");
    // A damaged file may have a sound first page. Without this, it would be lost instead of moved away.
    database.exec("select count(*) from sqlite_master");
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error))
      throw new InvalidInputError(
        `another program uses the database ${file}. End it, and run this again. Nothing was changed.`,
        { cause: error },
      );
    const cause = translateSqliteError(error, file);
    if (cause instanceof DamagedDatabaseError) return "damaged";
    throw cause;
  }
}

function moveAway(file: string, keptWal: string | undefined, clock: Clock): string {
  const time = new Date(clock.milliseconds()).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const to = `${file}.damaged-${time}`;
  linkSync(file, to);
  if (keptWal !== undefined) renameSync(keptWal, `${to}-wal`);
  if (existsSync(`${file}-journal`)) renameSync(`${file}-journal`, `${to}-journal`);
  for (const part of ["-wal", "-shm"]) rmSync(file + part, { force: true });
  return to;
}

/** A restore by root must not leave a file that the server, which is another user, cannot open. */
export function giveToOwnerOf(model: string, path: string): void {
  const [{ uid, gid }, own] = [statSync(model), statSync(path)];
  if (own.uid === uid && own.gid === gid) return;
  try {
    chownSync(path, uid, gid);
  } catch {
    // Only root may. Another user restores for itself.
  }
}
