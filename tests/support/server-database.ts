import { copyFile } from "node:fs/promises";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { testHashName } from "../../packages/server/src/directory/testing/hash-name.ts";
import { createLog } from "../../packages/server/src/observability/log.ts";
import { openServices } from "../../packages/server/src/services.ts";
import { readSettings } from "../../packages/server/src/settings/settings.ts";
import { openStorage } from "../../packages/server/src/storage/open-storage.ts";
import { createTestDatabase, type TestDatabase } from "./databases.ts";
import type { Engine } from "./engines.ts";
import { keepForProcess } from "./kept-for-process.ts";
import { createRecycler } from "./recycled-databases.ts";

export const TEST_SECRET = "a test secret that is long enough to be one";

/**
 * Creates the database of one server. It has the tables already, and no rows but those of the migrations: to create the
 * tables takes much of the start of a server.
 */
export const createServerDatabase = (engine: Engine): Promise<TestDatabase> => copyTemplate(engine, "tables");

/**
 * The same with the keys of a server that has TEST_SECRET, made a moment ago by the clock of this machine: to make them,
 * above all the RSA key, takes about two fifths of the processor time of a start.
 */
export const createDatabaseWithKeys = (engine: Engine): Promise<TestDatabase> => copyTemplate(engine, "keys");

type Content = "tables" | "keys";

async function copyTemplate(engine: Engine, content: Content): Promise<TestDatabase> {
  if (engine === "postgres") return (await templates[content].postgres())();
  const database = await createTestDatabase(engine);
  await copyFile(sqlitePath((await templates[content].sqlite()).url), sqlitePath(database.url));
  return database;
}

const keepTemplates = (content: Content) => ({
  sqlite: keepForProcess(
    `the SQLite database with ${content}`,
    () => createTemplate("sqlite", content),
    ({ drop }) => drop(),
  ),
  postgres: keepForProcess(
    `the PostgreSQL databases with ${content}`,
    async () => createRecycler((await createTemplate("postgres", content)).url),
    // They end with their server.
    async () => undefined,
  ),
});
const templates = { tables: keepTemplates("tables"), keys: keepTemplates("keys") };

async function createTemplate(engine: Engine, content: Content): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  const storage = content === "keys" ? await openWithKeys(database.url) : await openEmpty(database.url);
  await storage.close();
  return database;
}

const openEmpty = (databaseUrl: string) =>
  openStorage({ databaseUrl, clock: systemClock, hashName: testHashName });

async function openWithKeys(database_url: string) {
  const settings = readSettings({
    flags: { database_url, secret: TEST_SECRET, base_url: "http://127.0.0.1" },
    env: {},
    cwd: process.cwd(),
  });
  return (await openServices({ settings, log: createLog("silent", { write: () => undefined }) })).storage;
}

const sqlitePath = (url: string): string => url.slice("sqlite:".length);
