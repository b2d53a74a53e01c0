// @engine postgres: several nodes share a database there alone
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { UnavailableError } from "../../../packages/server/src/core/errors/errors.ts";
import { createDatabaseProxy, type DatabaseProxy } from "../../support/database-proxy.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";
import { COMPANY, REPLICA } from "./company.ts";
import { followChanges, queryOf } from "./follow-changes.ts";
import { readSnapshot } from "./read-snapshot.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
let writing: RunningLicet;
let serving: RunningLicet;
before(async () => {
  database = await createServerDatabase("postgres");
  proxy = await createDatabaseProxy(database);
  writing = await startLicet({ state: COMPANY, database });
  serving = await startLicet({ state: "", database: proxy, baseUrl: writing.url });
});
after(async () => {
  await proxy.open();
  await Promise.all([writing.stop(), serving.stop()]);
  await proxy.shut();
  await database.drop();
});

test("a copy that follows one node gets what was written at another", async () => {
  const token = await fetchToken(writing, REPLICA, "licet:replicate");
  const { start } = await readSnapshot(writing.url, token);
  const stream = await followChanges(serving.url, token, queryOf(start));
  assert.equal((await stream.next())?.event, "beat");
  await writing.apply("users: [{ username: elsewhere }]");
  for (;;) {
    const event = await stream.next();
    assert.ok(event);
    if (event.event !== "change") continue;
    assert.equal(event.data.revision, start.revision + 1);
    break;
  }
  stream.close();
});

test("a node that does not reach its database confirms nothing that was written meanwhile", async () => {
  const token = await fetchToken(writing, REPLICA, "licet:replicate");
  const { start } = await readSnapshot(writing.url, token);
  const sentAt = performance.now();
  const stream = await followChanges(serving.url, token, queryOf(start));
  assert.equal((await stream.next())?.event, "beat");
  proxy.freeze();
  await writing.apply("users: [{ username: unheard }]");
  const writtenAt = performance.now();
  // The first may join a reading that began before the write.
  for (let reading = 0; reading < 2; reading += 1)
    await assert.rejects(serving.services.storage.feed.refresh(), UnavailableError);
  await proxy.open();
  // It ends, because it could not verify its token, or goes on with the change.
  for (;;) {
    const event = await stream.next();
    if (event === undefined || event.event === "change") break;
    assert.equal(event.event, "beat");
    const { revision, elapsed } = event.data as { revision: number; elapsed: number };
    assert.ok(revision !== start.revision || sentAt + elapsed < writtenAt, "it knows that it is older");
  }
  stream.close();
});
