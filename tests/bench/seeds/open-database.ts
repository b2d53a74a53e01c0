import { join } from "node:path";
import { systemClock } from "@licet/engine/values/time.ts";
import type { Change } from "../../../packages/server/src/state/change.ts";
import { testHashName } from "../../../packages/server/src/state/testing/hash-name.ts";
import { openStorage } from "../../../packages/server/src/storage/open-storage.ts";
import { openSecretHasher } from "./open-secret-hasher.ts";

/** Opens a new database, which is written through the server's own storage. */
export async function openDatabase(dataFolder: string) {
  const storage = await openStorage({
    databaseUrl: `sqlite:${join(dataFolder, "licet.db")}`,
    clock: systemClock,
    hashName: testHashName,
    exclusive: true,
  });
  return {
    secrets: await openSecretHasher(storage),
    commit: (changes: readonly Change[]) =>
      storage.state.commit(changes, { name: "bench", at: systemClock.milliseconds() }),
    close: () => storage.close(),
  };
}
