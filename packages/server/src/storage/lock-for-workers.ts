import { randomUUID } from "node:crypto";
import { requireNoNote } from "./sqlite/broken-note.ts";
import { lockDatabaseForWorkers, type ServerLock } from "./sqlite/lock-database.ts";

export type { ServerLock } from "./sqlite/lock-database.ts";

/**
 * Begins a server of several processes, and keeps other servers from an SQLite file until all of them have ended. A
 * PostgreSQL database has no such lock: it takes any number of servers. Throws InvalidInputError when the file is in use.
 */
export function lockForWorkers(databaseUrl: string, { pid }: { readonly pid: number }): ServerLock {
  const [, file] = /^sqlite:(.+)$/s.exec(databaseUrl) ?? [];
  if (file === undefined) return { serverId: randomUUID(), release() {} };
  requireNoNote(file);
  return lockDatabaseForWorkers(file, { pid });
}
