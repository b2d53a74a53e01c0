import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { BackupSource, Manifest, RestoreTarget } from "../../backup/stores.ts";
import { openSqliteSource } from "../sqlite/backup/sqlite-source.ts";
import { openSqliteTarget } from "../sqlite/backup/sqlite-target.ts";

/** Opens a database to copy it. Unlike `openStorage`, this migrates nothing: a server of another version may run. */
export async function openBackupSource(databaseUrl: string): Promise<BackupSource> {
  if (databaseUrl.startsWith("sqlite:")) return openSqliteSource(databaseUrl.slice("sqlite:".length));
  // Imported only here, so that an embedded database does not load the other engine.
  const { openPostgresSource } = await import("../postgres/backup/postgres-source.ts");
  return await openPostgresSource(databaseUrl);
}

/** Opens the place of a database that is to be restored. Throws InvalidInputError when it is in use, or not empty. */
export async function openRestoreTarget(
  databaseUrl: string,
  options: {
    readonly replaces: boolean;
    readonly pid: number;
    readonly clock: Clock;
    readonly manifest: Manifest;
  },
): Promise<RestoreTarget> {
  if (databaseUrl.startsWith("sqlite:"))
    return openSqliteTarget(databaseUrl.slice("sqlite:".length), options);
  const { openPostgresTarget } = await import("../postgres/backup/postgres-target.ts");
  return await openPostgresTarget(databaseUrl, options);
}
