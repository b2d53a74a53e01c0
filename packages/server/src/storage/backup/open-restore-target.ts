import type { Clock } from "@licet/engine/values/time.ts";
import type { Manifest, RestoreTarget } from "../../backup/stores.ts";
import { openSqliteTarget } from "../sqlite/backup/sqlite-target.ts";

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
