import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Some times what the databases of all processes take at once. A container often has 64 MB there. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Lets this run and its processes keep temporary files in memory, where there is enough of it. Their databases wait for
 * the disk at each commit, as in production, and nothing of them has to outlive a power cut.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !hasEnoughMemory()) return;
  const folder = mkdtempSync(join(MEMORY, "licet-tests-"));
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

function hasEnoughMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
