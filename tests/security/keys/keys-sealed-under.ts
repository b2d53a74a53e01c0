import { systemClock } from "@licet/engine/internal/values/time.ts";
import { deriveKey } from "../../../packages/server/src/core/values/derive-key.ts";
import { testHashName } from "../../../packages/server/src/directory/testing/hash-name.ts";
import { openStorage, type Storage } from "../../../packages/server/src/storage/open-storage.ts";
import { createSealer } from "../../../packages/server/src/tokens/keys/seal.ts";
import type { TestDatabase } from "../../support/databases.ts";

/** Opens the storage of a database for one piece of work, whether a server runs on it or not. */
export async function withStorage<T>(
  database: TestDatabase,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = await openStorage({
    databaseUrl: database.url,
    clock: systemClock,
    hashName: testHashName,
  });
  return work(storage).finally(() => storage.close());
}

/** The names of the stored keys that a key derived from this secret alone opens. */
export const findKeysSealedUnder = (database: TestDatabase, secret: string): Promise<readonly string[]> =>
  withStorage(database, async ({ keys, rootKeys }) => {
    const rows = [
      ...(await keys.list()).map(({ kid, sealedPrivateKey }) => [kid, sealedPrivateKey] as const),
      ...(await rootKeys.list()).map(({ name, sealed }) => [`root key ${name}`, sealed] as const),
    ];
    const sealers = ["signing keys", "root keys"].map((purpose) => createSealer(deriveKey(secret, purpose)));
    return rows
      .filter(([name, sealed]) => sealers.some((sealer) => opens(() => sealer.open(name, sealed))))
      .map(([name]) => name);
  });

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
