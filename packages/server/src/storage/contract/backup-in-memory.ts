import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { type RestoredBackup, restoreBackup } from "../../backup/restore-backup.ts";
import { writeBackup } from "../../backup/write-backup.ts";
import { openBackupSource, openRestoreTarget } from "../backup/open-for-backup.ts";

const SECRETS = { values: ["a test secret that is long enough to be one"] } as const;

/** The bytes of a backup of the database, on which nodes may run. */
export async function backUp(databaseUrl: string): Promise<Buffer> {
  const source = await openBackupSource(databaseUrl);
  const scratchFolder = await mkdtemp(join(tmpdir(), "licet-backup-case-"));
  const chunks: Uint8Array[] = [];
  const write = async (chunk: Uint8Array) => void chunks.push(Buffer.from(chunk));
  try {
    await writeBackup(source, { version: "1.2.3", scratchFolder, write, onProgress: () => {} });
    return Buffer.concat(chunks);
  } finally {
    await source.close();
    await rm(scratchFolder, { recursive: true });
  }
}

/** Restores the bytes of a backup into a database that no node uses. */
export const restore = (
  databaseUrl: string,
  backup: Uint8Array,
  { replaces = false, endAccessTokens = false, now = Date.now() } = {},
): Promise<RestoredBackup> =>
  restoreBackup(inPieces(backup), {
    engine: databaseUrl.startsWith("sqlite:") ? "sqlite" : "postgres",
    secrets: SECRETS,
    endAccessTokens,
    onProgress: () => {},
    openTarget: (manifest) =>
      openRestoreTarget(databaseUrl, {
        replaces,
        pid: 1,
        clock: { ...systemClock, milliseconds: () => now },
        manifest,
      }),
  });

async function* inPieces(bytes: Uint8Array, size = 10_007): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
