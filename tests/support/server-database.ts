import { systemClock } from "@licet/engine/values/time.ts";
import { testHashName } from "../../packages/server/src/state/testing/hash-name.ts";
import { openStorage } from "../../packages/server/src/storage/open-storage.ts";
import { createPostgresDatabase, createTestDatabase, type TestDatabase } from "./databases.ts";
import type { Engine } from "./engines.ts";

/**
 * Creates the database of one server. On PostgreSQL it has the tables already, and no rows but those of the migrations:
 * to create the tables takes most of the start of a server there.
 */
export async function createServerDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === "sqlite") return createTestDatabase(engine);
  template ??= createTemplate();
  return createPostgresDatabase(await template);
}

/** The name of a database with the tables, which all servers of this process copy. */
let template: Promise<string> | undefined;

async function createTemplate(): Promise<string> {
  const database = await createPostgresDatabase();
  process.once("beforeExit", () => void database.drop().catch(() => undefined));
  const storage = await openStorage({
    databaseUrl: database.url,
    clock: systemClock,
    hashName: testHashName,
  });
  await storage.close();
  return new URL(database.url).pathname.slice(1);
}
