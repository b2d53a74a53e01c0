import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { FailedDiskError } from "../../core/errors/errors.ts";

/** The device or its file system does not answer, whatever is asked of it. */
const FAILED: ReadonlySet<string | undefined> = new Set(["EIO", "ENXIO", "ENODEV", "ESTALE"]);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

/** Says what an error of the file system means, where it is one of the disk; other errors stay unchanged. */
export const translateFileError = (error: unknown, file: string): unknown =>
  FAILED.has(codeOf(error)) ? failedDisk(file, error) : error;

/**
 * SQLite calls a database malformed when the system cannot read it (EIO), and so it calls one whose file system has shut
 * down. The file system itself is asked: only there is the difference known. Undefined when it answers.
 */
export function findFileSystemFailure(file: string): FailedDiskError | undefined {
  for (const look of [() => statSync(file), () => readdirSync(dirname(file)), () => readWal(file)])
    try {
      look();
    } catch (error) {
      if (FAILED.has(codeOf(error))) return failedDisk(file, error);
    }
  return undefined;
}

/** Unlike the database and its `-shm`, the `-wal` has no locks that this process would lose with a closed descriptor. */
function readWal(file: string): void {
  const descriptor = openSync(`${file}-wal`, "r");
  try {
    readSync(descriptor, Buffer.alloc(1), 0, 1, 0);
  } finally {
    closeSync(descriptor);
  }
}

const failedDisk = (file: string, cause: unknown): FailedDiskError =>
  new FailedDiskError(
    `the file system of ${file} does not answer (${codeOf(cause)}): it has shut down, or its disk has failed. This does not mean that the database is damaged. Look into the log of the system (dmesg), repair and mount the file system, and start Licet again`,
    { cause },
  );
