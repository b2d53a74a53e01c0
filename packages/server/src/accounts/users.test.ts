import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { createTestDatabase } from "../../../../tests/support/databases.ts";
import { testHashName } from "../directory/testing/hash-name.ts";
import { openStorage } from "../storage/open-storage.ts";
import type { User } from "./entities.ts";
import { createUsers } from "./users.ts";

const named = (id: string, username: string): User => ({ id, username, enabled: true, attributes: {} });

/** Users as this node knows them, and another process that changes them. Nothing is heard unless it is asked for. */
async function openUsers(t: { after(work: () => Promise<void>): void }) {
  const database = await createTestDatabase("sqlite");
  const here = await openStorage({ databaseUrl: database.url, clock: systemClock, hashName: testHashName });
  const there = await openStorage({ databaseUrl: database.url, clock: systemClock, hashName: testHashName });
  t.after(async () => {
    await Promise.all([here.close(), there.close()]);
    await database.drop();
  });
  const put = (...users: User[]) =>
    there.state.commit(
      users.map((value) => ({ op: "put", kind: "user", value }) as const),
      { name: "test", at: 0, mayReuseNames: true },
    );
  return { users: createUsers(here.users, here.feed), feed: here.feed, put };
}

test("a name that another user took since this node last read belongs to that user", async (t) => {
  const { users, feed, put } = await openUsers(t);
  await put(named("usr_1", "ada"), named("usr_2", "ben"));
  assert.equal((await users.find("usr_2"))?.username, "ben");
  await put(named("usr_1", "cleo"));
  const { revision } = await put(named("usr_2", "ada"));

  assert.deepEqual(await users.find("ada"), named("usr_2", "ada"));
  assert.equal(feed.revision, revision, "the answer is of the revision that this node is at");
});

test("a name that no user has any more is unknown only once this node has read so", async (t) => {
  const { users, feed, put } = await openUsers(t);
  await put(named("usr_1", "ada"));
  const { revision } = await put(named("usr_1", "ben"));
  assert.equal(await users.find("ada"), undefined);
  assert.equal(feed.revision, revision);
});

test("a name that no database can store is unknown, and no error", async (t) => {
  const { users } = await openUsers(t);
  assert.equal(await users.find("a\0da"), undefined);
});
