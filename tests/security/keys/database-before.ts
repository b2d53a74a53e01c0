import { createSecretHasher } from "../../../packages/server/src/accounts/secret.ts";
import { deriveKey } from "../../../packages/server/src/core/derive-key.ts";
import { systemClock } from "../../../packages/server/src/core/time.ts";
import { checkCondition } from "../../../packages/server/src/permissions/conditions/compile-condition.ts";
import { applyConfigurationFile } from "../../../packages/server/src/state/apply-state.ts";
import { testHashName } from "../../../packages/server/src/state/testing/hash-name.ts";
import { openStorage, type Storage } from "../../../packages/server/src/storage/open-storage.ts";
import { parseClientJwks } from "../../../packages/server/src/tokens/client-jwks.ts";
import { createKeyRing } from "../../../packages/server/src/tokens/keys/key-ring.ts";
import { createSealer } from "../../../packages/server/src/tokens/keys/seal.ts";
import { createTestDatabase, type TestDatabase } from "../../support/databases.ts";
import { SHOP } from "../../support/shop.ts";
import { ENGINE } from "../../support/start-licet.ts";

/** Opens a database for one piece of work, beside or without a server. */
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

/** A database as it was when every key was derived from LICET_SECRET itself. */
export async function createDatabaseBefore(secret: string): Promise<TestDatabase> {
  const database = await createTestDatabase(ENGINE);
  await withStorage(database, async (storage) => {
    const stages = {
      jwksMaxAgeSeconds: 300,
      propagationSeconds: 30,
      maxTokenLifetimeSeconds: 3600,
      rotateAfterSeconds: 90 * 86_400,
    };
    const sealer = createSealer(deriveKey(secret, "signing keys"));
    await createKeyRing({ store: storage.keys, sealer, clock: systemClock, stages }).ensure();
    const { hash } = createSecretHasher(deriveKey(secret, "client secrets"));
    await applyConfigurationFile({
      text: SHOP,
      fileName: "shop.yaml",
      store: storage.state,
      actor: { name: "file:shop.yaml", at: systemClock.milliseconds() },
      dependencies: {
        hashSecret: hash,
        isRefusedCredential: () => false,
        checkCondition,
        parseClientJwks,
        clock: systemClock,
      },
    });
  });
  return database;
}

/** The stored values that are sealed under a key of this secret alone. */
export const openedBy = (database: TestDatabase, secret: string): Promise<readonly string[]> =>
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
