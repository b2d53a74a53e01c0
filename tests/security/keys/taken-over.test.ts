import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deriveKey } from "../../../packages/server/src/core/derive-key.ts";
import { systemClock } from "../../../packages/server/src/core/time.ts";
import { createRefreshTokens } from "../../../packages/server/src/oauth/refresh-token.ts";
import { createLog } from "../../../packages/server/src/observability/log.ts";
import { openServices } from "../../../packages/server/src/services.ts";
import { readSettings } from "../../../packages/server/src/settings/settings.ts";
import { SealError } from "../../../packages/server/src/tokens/keys/seal.ts";
import { createTestDatabase, type TestDatabase } from "../../support/databases.ts";
import { ORDERS_API, REPORTS } from "../../support/shop.ts";
import { ENGINE, startLicet, TEST_SECRET } from "../../support/start-licet.ts";
import { introspect, issueToken } from "../issue-token.ts";
import { createDatabaseBefore, openedBy, withStorage } from "./database-before.ts";

const OTHER_SECRET = "another secret, which this database does not know";
const baseUrl = "https://id.example.test";

/** As a command does it, so that several can stand on one SQLite file. */
const open = (database: TestDatabase, secret: string) =>
  openServices({
    settings: readSettings({ flags: { database_url: database.url, secret }, env: {}, cwd: process.cwd() }),
    log: createLog("silent", process.stderr),
    clock: systemClock,
  });

describe("a database made when keys came from LICET_SECRET itself", () => {
  test("is taken over at the first start: its keys sign, its client secrets count, its tokens live", async (t) => {
    const database = await createDatabaseBefore(TEST_SECRET);
    t.after(() => database.drop());
    const before = await withStorage(database, ({ keys }) => keys.list());
    const first = await startLicet({ state: "", database, baseUrl });
    const token = await issueToken(first, REPORTS, "orders:read");
    assert.deepEqual(
      first.services.keyRing
        .list(Date.now())
        .map(({ kid }) => kid)
        .toSorted(),
      before.map(({ kid }) => kid).toSorted(),
    );
    const minted = createRefreshTokens(deriveKey(TEST_SECRET, "refresh tokens")).mint(
      "dlg_000000000000000000000000",
    );
    assert.ok(createRefreshTokens(first.services.deriveKey("refresh tokens")).read(minted));
    await first.stop();
    const second = await startLicet({ state: "", database, baseUrl });
    assert.equal((await introspect(second, token, ORDERS_API)).body.active, true);
    await second.stop();
  });

  test("keeps nothing that the old secret opens by itself, but the root keys sealed under it", async (t) => {
    const database = await createDatabaseBefore(TEST_SECRET);
    t.after(() => database.drop());
    assert.equal((await openedBy(database, TEST_SECRET)).length, 3, "the signing keys");
    await (await startLicet({ state: "", database, baseUrl })).stop();
    assert.deepEqual(await openedBy(database, TEST_SECRET), ["root key legacy", "root key main"]);
  });

  test("is not taken over with a wrong secret: the node stops with a sentence, and nothing is written", async (t) => {
    const database = await createDatabaseBefore(TEST_SECRET);
    t.after(() => database.drop());
    const before = await withStorage(database, ({ keys }) => keys.list());
    await assert.rejects(open(database, OTHER_SECRET), (error: Error) => {
      assert.ok(error instanceof SealError);
      assert.match(error.message, /^LICET_SECRET does not match this database: /);
      assert.ok(!error.message.includes(OTHER_SECRET));
      return true;
    });
    await withStorage(database, async ({ keys, rootKeys }) => {
      assert.deepEqual(await rootKeys.list(), []);
      assert.deepEqual(await keys.list(), before);
    });
    // A wrong value beside the right one does no harm: the right one is found by what it opens.
    const services = await open(database, `${OTHER_SECRET}\n${TEST_SECRET}`);
    await services.storage.close();
    assert.deepEqual(await openedBy(database, TEST_SECRET), []);
    assert.deepEqual(await openedBy(database, OTHER_SECRET), ["root key legacy", "root key main"]);
  });

  test("made with a secret of several lines is opened by the same text", async (t) => {
    const secret = `${"x".repeat(64)}\n${"y".repeat(64)}`;
    const database = await createDatabaseBefore(secret);
    t.after(() => database.drop());
    for (let start = 0; start < 2; start += 1) {
      const licet = await startLicet({ state: "", database, baseUrl, settings: { secret } });
      await issueToken(licet, REPORTS, "orders:read");
      await licet.stop();
    }
  });
});

for (const [what, create] of [
  ["an empty database", () => createTestDatabase(ENGINE)],
  ["a database made before", () => createDatabaseBefore(TEST_SECRET)],
] as const)
  test(`six nodes that start at once on ${what} agree on every key`, async (t) => {
    const database = await create();
    const lays = Array.from({ length: 6 }, () => open(database, TEST_SECRET));
    t.after(async () => {
      for (const each of await Promise.allSettled(lays))
        if (each.status === "fulfilled") await each.value.storage.close();
      await database.drop();
    });
    const nodes = await Promise.all(lays);
    for (const purpose of ["client secrets", "refresh tokens", "forms", "cursors", "anything else"]) {
      const derived = nodes.map(({ deriveKey: derive }) => derive(purpose).toString("hex"));
      assert.equal(new Set(derived).size, 1, purpose);
    }
    const signing = nodes.map(({ keyRing }) => keyRing.signer("ES256", Date.now()).kid);
    assert.equal(new Set(signing).size, 1);
  });

test("a new database has a random root: two with the same secret share no key", async (t) => {
  const databases = await Promise.all([createTestDatabase(ENGINE), createTestDatabase(ENGINE)]);
  const nodes = await Promise.all(databases.map((database) => open(database, TEST_SECRET)));
  t.after(async () => {
    await Promise.all(nodes.map(({ storage }) => storage.close()));
    await Promise.all(databases.map(({ drop }) => drop()));
  });
  for (const purpose of ["client secrets", "signing keys", "forms"]) {
    const derived = nodes.map(({ deriveKey: derive }) => derive(purpose).toString("hex"));
    assert.equal(new Set([...derived, deriveKey(TEST_SECRET, purpose).toString("hex")]).size, 3, purpose);
  }
});
