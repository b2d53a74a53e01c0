import { systemClock } from "@licet/engine/internal/values/time.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import { testHashName } from "../../../packages/server/src/directory/testing/hash-name.ts";
import { openStorage } from "../../../packages/server/src/storage/open-storage.ts";
import { openSecretHasher } from "./open-secret-hasher.ts";

/** Opens the new database at `BENCH_DATABASE_URL`, which is written through the server's own storage. */
export async function openDatabase() {
  const storage = await openStorage({
    databaseUrl: String(process.env.BENCH_DATABASE_URL),
    clock: systemClock,
    hashName: testHashName,
    exclusive: true,
  });
  return {
    storage,
    secrets: await openSecretHasher(storage),
    commit: (changes: readonly Change[]) =>
      storage.state.commit(changes, { name: "bench", at: systemClock.milliseconds() }),
    close: () => storage.close(),
  };
}
