// @engine both: nodes that start at once are ordered by the locks of each engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { deriveKey } from "../../../packages/server/src/core/values/derive-key.ts";
import { createLog } from "../../../packages/server/src/observability/log.ts";
import { openServices } from "../../../packages/server/src/services.ts";
import { readSettings } from "../../../packages/server/src/settings/settings.ts";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { SealError } from "../../../packages/server/src/tokens/keys/seal.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { ENGINE, TEST_SECRET } from "../../support/start-licet.ts";
import { withStorage } from "./keys-sealed-under.ts";

/** As a command does it, so that several can stand on one SQLite file. */
const open = (database: TestDatabase, secret: string) =>
  openServices({
    settings: readSettings({ flags: { database_url: database.url, secret }, env: {}, cwd: process.cwd() }),
    log: createLog("silent", process.stderr),
    clock: systemClock,
  });

test("a database that lost its root key is refused, and gets no other one in its place", async (t) => {
  const database = await createServerDatabase(ENGINE);
  t.after(() => database.drop());
  await (await open(database, TEST_SECRET)).storage.close();
  const before = await withStorage(database, ({ keys }) => keys.list());
  await runSql(database.url, "delete from root_keys");
  await assert.rejects(open(database, TEST_SECRET), (error: Error) => {
    assert.ok(error instanceof SealError);
    assert.match(error.message, /^the main root key is missing from this database.*Restore it from a backup/);
    return true;
  });
  await withStorage(database, async ({ keys, rootKeys }) => {
    assert.deepEqual(await rootKeys.list(), []);
    assert.deepEqual(await keys.list(), before);
  });
});

test("six nodes that start at once on an empty database agree on every key", async (t) => {
  const database = await createServerDatabase(ENGINE);
  const starts = Array.from({ length: 6 }, () => open(database, TEST_SECRET));
  t.after(async () => {
    for (const each of await Promise.allSettled(starts))
      if (each.status === "fulfilled") await each.value.storage.close();
    await database.drop();
  });
  const nodes = await Promise.all(starts);
  for (const purpose of ["client secrets", "refresh tokens", "forms", "cursors", "anything else"]) {
    const derived = nodes.map(({ deriveKey: derive }) => derive(purpose).toString("hex"));
    assert.equal(new Set(derived).size, 1, purpose);
  }
  const signing = nodes.map(({ keyRing }) => keyRing.signer("ES256", Date.now()).kid);
  assert.equal(new Set(signing).size, 1);
});

test("a new database has a random root: two with the same secret share no key", async (t) => {
  const databases = await Promise.all([createServerDatabase(ENGINE), createServerDatabase(ENGINE)]);
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
