import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of its own, which a test fills and empties. */
export interface SmallDisk {
  /** A folder on it. */
  readonly folder: string;
  /** Takes all that is left but this many bytes. Again and again, since PostgreSQL frees some now and then. */
  fill(leftBytes: number): void;
  free(): void;
  remove(): void;
}

/** Throws where the machine permits no mount: it needs root on Linux. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const mountPoint = mkdtempSync(join(tmpdir(), "licet-small-disk-"));
  const { status, stderr } = spawnSync(
    "mount",
    ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "licet-small-disk", mountPoint],
    { encoding: "utf8" },
  );
  if (status !== 0) {
    rmSync(mountPoint, { recursive: true });
    throw new Error(`a small disk needs root on Linux: ${stderr}`);
  }
  const folder = join(mountPoint, "postgres");
  const filler = join(mountPoint, "filler");
  mkdirSync(folder);
  const remove = () => {
    process.off("exit", remove);
    spawnSync("umount", ["-l", mountPoint]);
    rmSync(mountPoint, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return {
    folder,
    fill(leftBytes) {
      const { bavail, bsize } = statfsSync(mountPoint);
      const wanted = bavail * bsize - leftBytes;
      if (wanted <= 0) return;
      const file = openSync(filler, "a");
      try {
        writeSync(file, Buffer.alloc(wanted));
      } catch (error) {
        // PostgreSQL was faster.
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove,
  };
}
