import type { Clock } from "@licet/engine/internal/values/time.ts";
import { type RestoredBackup, restoreBackup } from "../backup/restore-backup.ts";
import type { OnProgress } from "../backup/stores.ts";
import { type WrittenBackup, writeBackup } from "../backup/write-backup.ts";
import type { SecretValues } from "../core/values/secret-values.ts";
import { openBackupSource, openRestoreTarget } from "../storage/backup/open-for-backup.ts";
import { readVersion } from "../version.ts";

interface DatabaseAddress {
  readonly databaseUrl: string;
  /** Used where it is given: a copy and a restore need a session of their own. */
  readonly databaseDirectUrl: string | undefined;
}

/** Copies the database of a server, which may go on meanwhile. */
export async function backUpDatabase(
  { databaseUrl, databaseDirectUrl = databaseUrl }: DatabaseAddress,
  options: {
    readonly scratchFolder: string;
    readonly write: (chunk: Uint8Array) => Promise<void>;
    readonly onProgress: OnProgress;
  },
): Promise<WrittenBackup> {
  const source = await openBackupSource(databaseDirectUrl);
  try {
    return await writeBackup(source, { ...options, version: readVersion() });
  } finally {
    await source.close();
  }
}

/** Makes a database that no server uses what the backup says. */
export async function restoreDatabase(
  {
    databaseUrl,
    databaseDirectUrl = databaseUrl,
    secrets,
  }: DatabaseAddress & { readonly secrets: SecretValues },
  options: {
    readonly source: AsyncIterable<Uint8Array>;
    readonly replaces: boolean;
    readonly endAccessTokens: boolean;
    readonly pid: number;
    readonly clock: Clock;
    readonly onProgress: OnProgress;
  },
): Promise<RestoredBackup> {
  const { source, endAccessTokens, onProgress, ...targetOptions } = options;
  return await restoreBackup(source, {
    engine: databaseUrl.startsWith("sqlite:") ? "sqlite" : "postgres",
    secrets,
    endAccessTokens,
    onProgress,
    openTarget: (manifest) => openRestoreTarget(databaseDirectUrl, { ...targetOptions, manifest }),
  });
}
