import { copyFile } from "node:fs/promises";
import { systemClock } from "@licet/engine/values/time.ts";
import { testHashName } from "../../packages/server/src/state/testing/hash-name.ts";
import { openStorage } from "../../packages/server/src/storage/open-storage.ts";
import { createTestDatabase, type TestDatabase } from "./databases.ts";
import type { Engine } from "./engines.ts";
import { keepForProcess } from "./kept-for-process.ts";
import { createRecycler } from "./recycled-databases.ts";

/**
 * Creates the database of one server. It has the tables already, and no rows but those of the migrations: to create the
 * tables takes much of the start of a server.
 */
export async function createServerDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === "postgres") return (await postgresDatabases())();
  const database = await createTestDatabase(engine);
  await copyFile(sqlitePath((await sqliteTemplate()).url), sqlitePath(database.url));
  return database;
}

const sqliteTemplate = keepForProcess(
  "the empty database on SQLite",
  () => createTemplate("sqlite"),
  ({ drop }) => drop(),
);

const postgresDatabases = keepForProcess(
  "the empty databases on PostgreSQL",
  async () => createRecycler((await createTemplate("postgres")).url),
  // They end with their server.
  async () => undefined,
);

async function createTemplate(engine: Engine): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  const storage = await openStorage({
    databaseUrl: database.url,
    clock: systemClock,
    hashName: testHashName,
  });
  await storage.close();
  return database;
}

const sqlitePath = (url: string): string => url.slice("sqlite:".length);
