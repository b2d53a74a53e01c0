import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { TestEngine } from "../../../../../tests/support/databases.ts";
import { createServerDatabase } from "../../../../../tests/support/server-database.ts";
import { testHashName } from "../../directory/testing/hash-name.ts";
import { lockForWorkers } from "../../storage/lock-for-workers.ts";
import { openStorage } from "../../storage/open-storage.ts";
import type { User } from "../entities.ts";
import { createUsers } from "../users.ts";

export { ENGINES } from "../../../../../tests/support/engines.ts";

export interface SetClock extends Clock {
  now: number;
}

export const createSetClock = (now = 1_800_000_000): SetClock => {
  const clock = { now, seconds: () => clock.now, milliseconds: () => clock.now * 1000 };
  return clock;
};

/** Two nodes on one real database, and users on it. */
export async function openAccounts(
  t: { after(work: () => Promise<void>): void },
  engine: TestEngine,
  clock: Clock = createSetClock(),
  /** They are workers of one server, which an SQLite file can have as well. */
  { asWorkers = false } = {},
) {
  const database = await createServerDatabase(engine);
  const { url: databaseUrl } = database;
  const lock = asWorkers ? lockForWorkers(databaseUrl, { pid: process.pid }) : undefined;
  const open = () => openStorage({ databaseUrl, clock, hashName: testHashName, serverId: lock?.serverId });
  const [here, there] = [await open(), await open()];
  t.after(async () => {
    await Promise.all([here.close(), there.close()]);
    lock?.release();
    await database.drop();
  });
  const users = createUsers(here.users, here.feed);
  const put = async (...changed: User[]) => {
    const changes = changed.map((value) => ({ op: "put", kind: "user", value }) as const);
    const { revision } = await here.state.commit(changes, { name: "test", at: 0 });
    await here.feed.confirm(revision);
  };
  return { here, there, users, put, url: databaseUrl };
}

export const someUser = (changes: Partial<User> = {}): User => ({
  id: "usr_ada",
  username: "ada",
  enabled: true,
  attributes: {},
  passwordHash: "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$c29tZXNhbHRzb21lc2FsdA",
  ...changes,
});
