import { systemClock } from "@licet/engine/internal/values/time.ts";
import { testHashName } from "../../directory/testing/hash-name.ts";
import { openStorage, type Storage, type StorageOptions } from "../open-storage.ts";

/** An engine under test, which provides databases. */
export interface EngineUnderTest {
  readonly name: "sqlite" | "postgres";
  /** Without tables. */
  createEmptyDatabase(): Promise<TestDatabase>;
  /** Without rows; it may have the tables already. */
  createDatabase(): Promise<TestDatabase>;
}

interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Opens the database of a case again, as another node or program does. */
export type OpenAgain = (options?: Partial<StorageOptions>) => Promise<Storage>;

/** Runs a case on a database without rows and removes the database afterwards. */
export async function onEmptyStorage(
  engine: EngineUnderTest,
  work: (storage: Storage, openAgain: OpenAgain, url: string) => Promise<void>,
): Promise<void> {
  const database = await engine.createDatabase();
  const opened: Storage[] = [];
  const open: OpenAgain = async (options = {}) => {
    const storage = await openStorage({
      databaseUrl: database.url,
      clock: systemClock,
      hashName: testHashName,
      ...options,
    });
    opened.push(storage);
    return storage;
  };
  try {
    await work(await open(), open, database.url);
  } finally {
    await Promise.all(opened.map((storage) => storage.close()));
    await database.drop();
  }
}
