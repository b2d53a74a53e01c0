import type { BackupSource } from "../../backup/stores.ts";
import { openSqliteSource } from "../sqlite/backup/sqlite-source.ts";

/** Opens a database to copy it. Unlike `openStorage`, this migrates nothing: a server of another version may run. */
export async function openBackupSource(databaseUrl: string): Promise<BackupSource> {
  if (databaseUrl.startsWith("sqlite:")) return openSqliteSource(databaseUrl.slice("sqlite:".length));
  // Imported only here, so that an embedded database does not load the other engine.
  const { openPostgresSource } = await import("../postgres/backup/postgres-source.ts");
  return await openPostgresSource(databaseUrl);
}
