import { after, before } from "node:test";
import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import type { World } from "@licet/engine/internal/testing/oracle.ts";
import { NOW } from "@licet/engine/internal/testing/random-world.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { createClients } from "../../packages/server/src/accounts/clients.ts";
import { createSubjects } from "../../packages/server/src/accounts/subjects.ts";
import { createUsers } from "../../packages/server/src/accounts/users.ts";
import type { Change } from "../../packages/server/src/directory/change.ts";
import { testHashName } from "../../packages/server/src/directory/testing/hash-name.ts";
import { createCheck } from "../../packages/server/src/permissions/check.ts";
import { createFactSource } from "../../packages/server/src/permissions/fact-source.ts";
import { openStorage } from "../../packages/server/src/storage/open-storage.ts";
import type { TestEngine } from "../support/databases.ts";
import { createServerDatabase } from "../support/server-database.ts";
import { changesTowards } from "./world-entities.ts";

export { ENGINES } from "../support/engines.ts";

/** For properties that need several worlds at a time. */
export const FEWER = 1 / 4;

/** Time stands still, except for measurements: every reading of the clock costs a millisecond. */
const createSlowClock = (): Clock => {
  let looks = 0;
  return {
    seconds: () => NOW,
    milliseconds: () => {
      looks += 1;
      return NOW * 1_000 + looks;
    },
  };
};

export type WorldDatabase = Awaited<ReturnType<typeof openWorldDatabase>>;

/**
 * A real database that becomes one random world after the other, and the engine on it. Its caches live as long as the
 * database does: that they follow every change is part of what is tried.
 */
async function openWorldDatabase(engine: TestEngine) {
  const database = await createServerDatabase(engine);
  const clock = createSlowClock();
  const storage = await openStorage({ databaseUrl: database.url, clock, hashName: testHashName });
  const { feed, search } = storage;
  const users = createUsers(storage.users, feed);
  const clients = createClients(storage.clients, feed);
  const subjects = createSubjects({ users, clients, clock });
  const factSource = createFactSource({ store: storage.permissions, feed, compileCondition });
  const engineParts = { factSource, subjects, feed, clock, search };
  const commit = (changes: readonly Change[]) =>
    storage.state.commit(changes, { name: "properties", at: NOW * 1_000, mayReuseNames: true });
  return {
    ...engineParts,
    storage,
    users,
    clients,
    check: createCheck(engineParts),
    commit,
    async become(world: World): Promise<void> {
      await commit(await changesTowards(world, storage.state));
    },
    async close(): Promise<void> {
      await storage.close();
      await database.drop();
    },
  };
}

/** A database for the tests of one file, open while they run. */
export function worldDatabase(engine: TestEngine): () => WorldDatabase {
  let opened: WorldDatabase | undefined;
  before(async () => {
    opened = await openWorldDatabase(engine);
  });
  after(() => opened?.close());
  return () => {
    if (!opened) throw new Error("the database is open only while tests run");
    return opened;
  };
}
