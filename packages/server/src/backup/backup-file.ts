import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { type FileHandle, link, mkdir, open, rename, rm, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { InvalidInputError } from "../core/errors/errors.ts";
import { syncFolder } from "../core/errors/sync-folder.ts";

/** A file that appears under its name when it is complete and on the disk, and never before. */
export interface BackupFile {
  /** For the owner only, beside the file: what is in it can be moved to the file's place, and is as well protected. */
  readonly scratchFolder: string;
  write(chunk: Uint8Array): Promise<void>;
  publish(): Promise<void>;
  /** Removes what was not published. */
  discard(): Promise<void>;
}

/** Throws InvalidInputError when the file exists and may not be replaced, or cannot be written. */
export async function createBackupFile(
  path: string,
  { replaces }: { readonly replaces: boolean },
): Promise<BackupFile> {
  const file = resolve(path);
  if (!replaces && existsSync(file)) throw alreadyThere(file);
  const scratchFolder = `${file}.part-${randomBytes(6).toString("hex")}`;
  const part = join(scratchFolder, "backup");
  const handle = await writing(file, async () => {
    await mkdir(scratchFolder, { mode: 0o700 });
    return await open(part, "wx", 0o600);
  });
  return {
    scratchFolder,
    write: (chunk) => writing(file, () => writeAll(handle, chunk)),
    publish: () =>
      writing(file, async () => {
        await handle.sync();
        await handle.close();
        if (replaces) await rename(part, file);
        else await renameIfAbsent(part, file);
        await syncFolder(dirname(file));
      }),
    async discard() {
      await handle.close().catch(() => {});
      await rm(scratchFolder, { recursive: true, force: true });
    },
  };
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
}

/** A link fails where a file is; a rename would replace it. Not every file system has links. */
async function renameIfAbsent(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await unlink(from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || existsSync(to)) throw alreadyThere(to);
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP") throw error;
    await rename(from, to);
  }
}

const alreadyThere = (file: string) =>
  new InvalidInputError(`${file} exists already. Name another file, or add --force to replace it.`);

async function writing<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InvalidInputError(`cannot write the backup ${file}: ${REASONS.get(code ?? "") ?? message}`, {
      cause: error,
    });
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "its folder does not exist"],
  ["ENOTDIR", "its folder does not exist"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "its folder may not be written by this user"],
  ["EPERM", "its folder may not be written by this user"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full. Nothing was written"],
]);
