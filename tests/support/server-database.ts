import { copyFile } from "node:fs/promises";
import { systemClock } from "@licet/engine/values/time.ts";
import { testHashName } from "../../packages/server/src/state/testing/hash-name.ts";
import { openStorage } from "../../packages/server/src/storage/open-storage.ts";
import { createPostgresDatabase, createTestDatabase, type TestDatabase } from "./databases.ts";
import type { Engine } from "./engines.ts";

/**
 * Creates the database of one server. It has the tables already, and no rows but those of the migrations: to create the
 * tables takes much of the start of a server.
 */
export async function createServerDatabase(engine: Engine): Promise<TestDatabase> {
  templates[engine] ??= createTemplate(engine);
  const template = await templates[engine];
  if (engine === "postgres") return createPostgresDatabase(new URL(template).pathname.slice(1));
  const database = await createTestDatabase(engine);
  await copyFile(sqlitePath(template), sqlitePath(database.url));
  return database;
}

/** The addresses of databases with the tables, which all servers of this process copy. */
const templates: Partial<Record<Engine, Promise<string>>> = {};

async function createTemplate(engine: Engine): Promise<string> {
  const { url, drop } = await createTestDatabase(engine);
  process.once("beforeExit", () => void drop().catch(() => undefined));
  const storage = await openStorage({ databaseUrl: url, clock: systemClock, hashName: testHashName });
  await storage.close();
  return url;
}

const sqlitePath = (url: string): string => url.slice("sqlite:".length);
