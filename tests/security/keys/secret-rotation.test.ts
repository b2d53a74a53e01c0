// @engine both: two nodes share a database on PostgreSQL.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { TestDatabase } from "../../support/databases.ts";
import { describeOn } from "../../support/engines.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { ORDERS_API, REPORTS, SHOP } from "../../support/shop.ts";
import { ENGINE, type RunningLicet, startLicet, TEST_SECRET } from "../../support/start-licet.ts";
import { introspect, issueToken } from "../issue-token.ts";
import { findKeysSealedUnder, withStorage } from "./keys-sealed-under.ts";
import { runCommand } from "./run-command.ts";

const OLD = TEST_SECRET;
const NEW = "the secret that takes its place, long enough";
const baseUrl = "https://id.example.test";

const start = (database: TestDatabase, secret: string, state = "") =>
  startLicet({ state, database, baseUrl, settings: { secret } });

const rewrap = (database: TestDatabase, secret: string, ...options: readonly string[]) =>
  runCommand(database, ["keys", "rewrap", ...options], secret);

const isAlive = async (licet: RunningLicet, token: string) =>
  (await introspect(licet, token, ORDERS_API)).body.active;

async function databaseFor(t: TestContext, create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await create();
  t.after(() => database.drop());
  return database;
}

test("LICET_SECRET is changed while the server runs, and the old value opens nothing then", async (t) => {
  const database = await databaseFor(t, () => createServerDatabase(ENGINE));
  const before = await start(database, OLD, SHOP);
  const token = await issueToken(before, REPORTS, "orders:read");
  await before.stop();

  const during = await start(database, `${NEW}\n${OLD}`);
  assert.equal(await isAlive(during, token), true);
  assert.notDeepEqual(await findKeysSealedUnder(database, OLD), []);
  const { code, stdout, stderr } = await rewrap(database, `${NEW}\n${OLD}`);
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /^Sealed \d of \d root keys anew: everything is under the first value of LICET_SECRET now/,
  );
  assert.match(
    stdout,
    /Every running node \(1\) knows it: the other values \(id [0-9a-f]{12}\) may be dropped/,
  );
  // The server was not stopped, and all that it had still counts.
  assert.equal(await isAlive(during, token), true);
  await issueToken(during, REPORTS, "orders:read");
  await during.stop();

  assert.deepEqual(await findKeysSealedUnder(database, OLD), []);
  const after = await start(database, NEW);
  assert.equal(await isAlive(after, token), true);
  await issueToken(after, REPORTS, "orders:read");
  await after.stop();
  await assert.rejects(start(database, OLD), (error: Error) => {
    assert.match(error.message, /LICET_SECRET does not match this database: its root keys are sealed under/);
    const ids = error.message.match(/\b[0-9a-f]{12}\b/g);
    assert.equal(new Set(ids).size, 2, "which one is missing, and which one was given");
    assert.ok(!error.message.includes(OLD));
    return true;
  });
});

test("a node that does not know the new value keeps it from being used, and is named", async (t) => {
  const database = await createServerDatabase(ENGINE);
  const node = await start(database, OLD, SHOP);
  t.after(async () => {
    await node.stop();
    await database.drop();
  });
  const sealed = await withStorage(database, ({ rootKeys }) => rootKeys.list());
  const refused = await rewrap(database, `${NEW}\n${OLD}`);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /nothing was sealed anew: .* is not known to the node nod_\w+ on /);
  assert.match(refused.stderr, /Restart each of them with both values, the new one first/);
  assert.deepEqual(await withStorage(database, ({ rootKeys }) => rootKeys.list()), sealed);
});

describeOn("postgres", "two nodes on one database", () => {
  test("are restarted one after the other; the old value is dropped when both know the new one", async (t) => {
    const database = await databaseFor(t, () => createServerDatabase(ENGINE));
    const [oldOne, oldTwo] = [await start(database, OLD, SHOP), await start(database, OLD)];
    const token = await issueToken(oldOne, REPORTS, "orders:read");
    await oldOne.stop();
    const one = await start(database, `${NEW}\n${OLD}`);
    const early = await rewrap(database, `${NEW}\n${OLD}`);
    assert.equal(early.code, 1, "the other node could not start again");
    await oldTwo.stop();
    const two = await start(database, `${NEW}\n${OLD}`);
    const done = await rewrap(database, `${NEW}\n${OLD}`, "--output", "json");
    assert.equal(done.code, 0, done.stderr);
    const { may_be_dropped, waiting_for, nodes } = JSON.parse(done.stdout);
    assert.deepEqual([may_be_dropped.length, waiting_for, nodes], [1, [], 2]);
    for (const node of [one, two]) assert.equal(await isAlive(node, token), true);
    await one.stop();
    const alone = await start(database, NEW);
    for (const node of [alone, two]) {
      assert.equal(await isAlive(node, token), true);
      assert.equal(await isAlive(node, await issueToken(alone, REPORTS, "orders:read")), true);
    }
    await Promise.all([alone.stop(), two.stop()]);
  });
});

test("a second run of the rotation changes nothing, and the audit log names keys without any secret", async (t) => {
  const database = await databaseFor(t, () => createServerDatabase(ENGINE));
  await (await start(database, OLD, SHOP)).stop();
  await rewrap(database, `${NEW}\n${OLD}`);
  const again = await rewrap(database, NEW);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /already .*\nNo other value was given, so there is none to drop/);
  const events = await withStorage(database, ({ audit }) => audit.list({ type: "key.rewrapped" }, 9));
  assert.equal(events.length, 1);
  assert.equal(events[0]?.actor, "cli");
  assert.doesNotMatch(JSON.stringify(events), new RegExp(`${OLD}|${NEW}`));
});
