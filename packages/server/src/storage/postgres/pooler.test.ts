// @engine postgres: poolers stand in front of a PostgreSQL.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import pg from "pg";
import { createTestDatabase } from "../../../../../tests/support/databases.ts";
import { type PoolMode, startSmallPooler } from "../../../../../tests/support/small-pooler.ts";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import { InvalidInputError, UnavailableError } from "../../core/errors/errors.ts";
import { testHashName } from "../../directory/testing/hash-name.ts";
import { put, samples, trustedActor } from "../contract/samples.ts";
import type { StorageLog } from "../engine/storage-log.ts";
import { openStorage } from "../open-storage.ts";
import { parsePostgresUrl } from "./connection-settings.ts";
import { detectPooling } from "./detect-pooling.ts";
import { openPostgres } from "./open-postgres.ts";

async function newDatabase(t: TestContext): Promise<string> {
  const database = await createTestDatabase("postgres");
  t.after(() => database.drop());
  return database.url;
}

async function newPooler(t: TestContext, databaseUrl: string, mode: PoolMode, size = 5) {
  const pooler = await startSmallPooler(databaseUrl, mode, size);
  t.after(() => pooler.stop());
  return pooler;
}

async function openEngine(t: TestContext, databaseUrl: string, directUrl?: string, log?: StorageLog) {
  const engine = await openPostgres(databaseUrl, {
    directUrl,
    poolSize: 3,
    freshForMilliseconds: 2_000,
    pollEveryMilliseconds: 3_600_000,
    listen: true,
    now: () => performance.now(),
    log,
  });
  t.after(() => engine.close());
  return engine;
}

const openWith = (databaseUrl: string, databaseDirectUrl?: string) =>
  openStorage({ databaseUrl, databaseDirectUrl, clock: systemClock, hashName: testHashName });

test("a pooler and its mode are recognised, whatever the number of its connections", async (t) => {
  const url = await newDatabase(t);
  const cases: [string, string][] = [[url, "none"]];
  for (const size of [2, 5]) cases.push([(await newPooler(t, url, "session", size)).url, "session"]);
  for (const size of [1, 2, 3, 5])
    cases.push([(await newPooler(t, url, "transaction", size)).url, "transaction"]);
  for (const [address, expected] of cases)
    assert.equal(await detectPooling(parsePostgresUrl(address).settings), expected);
});

test("a pooler in transaction mode without a direct address is refused with what to set", async (t) => {
  const url = await newDatabase(t);
  const pooler = await newPooler(t, url, "transaction");
  await assert.rejects(openWith(pooler.url), (error) => {
    assert.ok(error instanceof InvalidInputError);
    assert.match(error.message, /^LICET_DATABASE_URL leads to a pooler.*Set LICET_DATABASE_DIRECT_URL/);
    return true;
  });
  await assert.rejects(
    openWith(pooler.url, pooler.url),
    /^InvalidInputError: LICET_DATABASE_DIRECT_URL leads to a pooler/,
  );
});

test("a direct address of another database is refused", async (t) => {
  const pooler = await newPooler(t, await newDatabase(t), "transaction");
  await assert.rejects(
    openWith(pooler.url, await newDatabase(t)),
    /leads to another database than LICET_DATABASE_URL/,
  );
});

test("transactions have time limits in every mode, and leave none in a session that others use", async (t) => {
  const url = await newDatabase(t);
  const limits = sql<{ lock_timeout: string }>`show lock_timeout`;
  const cases = [
    { address: url, direct: undefined, outside: "7s" },
    { address: (await newPooler(t, url, "session")).url, direct: undefined, outside: "7s" },
    { address: (await newPooler(t, url, "transaction")).url, direct: url, outside: "0" },
  ];
  for (const { address, direct, outside } of cases) {
    const { db } = await openEngine(t, address, direct);
    const shown = async (run: typeof db) => (await limits.execute(run)).rows[0]?.lock_timeout;
    assert.equal(await db.transaction().execute(shown), "7s");
    assert.equal(await db.transaction().setIsolationLevel("repeatable read").execute(shown), "7s");
    for (let turn = 0; turn < 6; turn += 1) assert.equal(await shown(db), outside);
  }
});

test("behind a pooler in transaction mode another node learns of a commit by notification", async (t) => {
  const url = await newDatabase(t);
  const pooler = await newPooler(t, url, "transaction");
  const { feed } = await openEngine(t, pooler.url, url);
  const writer = await openWith(pooler.url, url);
  t.after(() => writer.close());
  const administrator = new pg.Client(url);
  await administrator.connect();
  // Both nodes listen.
  await untilKnown(async () => {
    const { rowCount } = await administrator.query(
      "select from pg_stat_activity where datname = current_database() and query = 'listen licet_changes'",
    );
    return rowCount === 2;
  }).finally(() => administrator.end());
  await writer.state.commit([put("user", samples.user)], trustedActor);
  await untilKnown(async () => feed.revision === 1);
});

test("behind a pooler in transaction mode a snapshot for copies stays at one revision", async (t) => {
  const url = await newDatabase(t);
  const pooler = await newPooler(t, url, "transaction");
  const storage = await openWith(pooler.url, url);
  t.after(() => storage.close());
  await storage.state.commit([put("user", samples.user)], trustedActor);
  const selection = {
    usernames: true,
    emails: false,
    applicationNames: false,
    applicationTypes: false,
    userAttributes: new Set<string>(),
    instanceAttributes: new Set<string>(),
  };
  await storage.replica.read(async (view) => {
    await storage.state.commit([put("user", { ...samples.user, username: "renamed" })], trustedActor);
    const [records] = await Array.fromAsync(view.listRecords("user", selection));
    assert.deepEqual(records, ['{"kind":"user","id":"usr_alice","enabled":true,"username":"alice"}']);
    assert.equal(view.revision, 1);
  });
});

test("prepared statements that are lost are unavailable once, and then not used any more", async (t) => {
  const url = await newDatabase(t);
  const pooler = await newPooler(t, url, "session", 20);
  const warnings: unknown[] = [];
  const engine = await openEngine(t, pooler.url, undefined, {
    warn: (...details) => void warnings.push(details),
    fatal: () => assert.fail(),
  });
  await engine.feed.confirm();
  pooler.changeMode("transaction");
  const outcomes: unknown[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const reading = engine
      .catchUp({ revision: turn + 1_000, entries: "[]", heldAt: 0 })
      .then(() => engine.feed.confirm());
    outcomes.push(
      await reading.then(
        () => "read",
        (error) => error,
      ),
    );
  }
  const failures = outcomes.filter((outcome) => outcome !== "read");
  assert.ok(failures.every((failure) => failure instanceof UnavailableError));
  assert.equal(outcomes.at(-1), "read");
  assert.equal(warnings.length, 1);
});

test("the feed is read while requests hold all other connections", async (t) => {
  const { db, feed } = await openEngine(t, await newDatabase(t));
  const holding = new AbortController();
  const held = new Promise<void>((resolve) => holding.signal.addEventListener("abort", () => resolve()));
  const begun = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const requests = begun.map(({ resolve }) =>
    db.transaction().execute(() => {
      resolve();
      return held;
    }),
  );
  await Promise.all(begun.map(({ promise }) => promise));
  // The requests end after the reading.
  await feed.refresh();
  holding.abort();
  await Promise.all(requests);
});
