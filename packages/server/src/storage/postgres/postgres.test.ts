// @engine postgres: what this engine does differently.

import assert from "node:assert/strict";
import { connect, createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import pg from "pg";
import { createTestDatabase } from "../../../../../tests/support/databases.ts";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import { UnavailableError } from "../../core/errors/errors.ts";
import type { ClockReading } from "../../core/time/node-clock.ts";
import { testHashName } from "../../directory/testing/hash-name.ts";
import { put, samples, trustedActor, user } from "../contract/samples.ts";
import { openStorage, type StorageOptions } from "../open-storage.ts";

async function newDatabase(t: TestContext): Promise<string> {
  const database = await createTestDatabase("postgres");
  t.after(() => database.drop());
  return database.url;
}

async function open(t: TestContext, databaseUrl: string, options: Partial<StorageOptions> = {}) {
  const storage = await openStorage({ databaseUrl, clock: systemClock, hashName: testHashName, ...options });
  t.after(() => storage.close());
  return storage;
}

async function runSql(databaseUrl: string, statement: string) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

/** Resolves when this number of nodes listen. */
const listening = (databaseUrl: string, nodes: number): Promise<void> =>
  untilKnown(async () => (await runSql(databaseUrl, listeners("pid"))).rowCount === nodes);

/** Each test leaves only one way to learn of the change. */
const heard = (isTrue: () => boolean): Promise<void> => untilKnown(async () => isTrue());

const NEVER = 3_600_000;
const listeners = (state: string) => `
  select ${state} from pg_stat_activity
  where datname = current_database() and query = 'listen licet_changes'`;

test("another node learns of a commit by notification", async (t) => {
  const url = await newDatabase(t);
  const writer = await open(t, url);
  const { feed } = await open(t, url, { feed: { pollEveryMilliseconds: NEVER } });
  await listening(url, 2);
  await writer.state.commit([put("user", samples.user)], trustedActor);
  await heard(() => feed.revision === 1);
});

test("without notifications, another node learns of a commit by polling", async (t) => {
  const url = await newDatabase(t);
  const writer = await open(t, url);
  const { feed } = await open(t, url, { feed: { listen: false, pollEveryMilliseconds: 50 } });
  await writer.state.commit([put("user", samples.user)], trustedActor);
  await heard(() => feed.revision === 1);
});

test("every reading of the log brings the database's time", async (t) => {
  const readings: (ClockReading & { readonly monotonicZero: number })[] = [];
  const feed = { pollEveryMilliseconds: 20, listen: false };
  // Not `performance.timeOrigin`: a clock that was corrected since the start of this process is ahead of it or behind.
  const onTime = (reading: ClockReading) =>
    readings.push({ ...reading, monotonicZero: Date.now() - performance.now() });
  await open(t, await newDatabase(t), { feed, onTime });
  assert.equal(readings.length, 1, "before anything else uses the database");
  await untilKnown(async () => readings.length >= 5);
  for (const { time, startedAt, endedAt, monotonicZero } of readings) {
    const read = monotonicZero + startedAt;
    assert.ok(time >= read - 100 && time <= read + endedAt - startedAt + 100, `${time - read} ms`);
  }
});

test("a node polls while its listening connection is killed, and then reconnects", async (t) => {
  const url = await newDatabase(t);
  const writer = await open(t, url, { feed: { listen: false } });
  const warnings: string[] = [];
  const warn = (_details: object, message: string) => void warnings.push(message);
  const log = { warn, fatal: warn };
  const { feed } = await open(t, url, { log, feed: { pollEveryMilliseconds: NEVER } });
  await listening(url, 1);

  await runSql(url, listeners("pg_terminate_backend(pid)"));
  await writer.state.commit([put("user", samples.user)], trustedActor);
  await heard(() => feed.revision === 1); // read right after the new connect, whatever was missed
  assert.match(warnings[0] ?? "", /listens for changes is lost/);
  await listening(url, 1);
  await writer.state.commit([put("user", user("usr_2", "two"))], trustedActor);
  await heard(() => feed.revision === 2);
});

test("a log that was swept past a node, and a restored database, make the node drop its caches", async (t) => {
  const url = await newDatabase(t);
  const writer = await open(t, url);
  const { feed } = await open(t, url, { feed: { listen: false, pollEveryMilliseconds: NEVER } });
  let resets = 0;
  feed.onReset(() => resets++);
  feed.onChange(() => assert.fail("there is nothing to hear one by one"));
  for (let i = 1; i <= 3; i++)
    await writer.state.commit([put("user", user(`usr_${i}`, `u${i}`))], trustedActor);
  await runSql(url, "delete from change_log where revision < 3");
  await feed.confirm(3);
  assert.deepEqual([feed.revision, resets], [3, 1]);

  await runSql(url, "update revision set value = 2; delete from change_log");
  await assert.rejects(async () => feed.confirm(4), UnavailableError);
  assert.deepEqual([feed.revision, resets], [2, 2]);
});

test("a missing database is unavailable, and no message contains the password", async () => {
  const databaseUrl = "postgres://licet:hunter2@127.0.0.1:1/licet";
  await assert.rejects(openStorage({ databaseUrl, clock: systemClock, hashName: testHashName }), (error) => {
    assert.ok(error instanceof UnavailableError);
    assert.match(error.message, /database licet at 127\.0\.0\.1:1: .*ECONNREFUSED/);
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
      assert.doesNotMatch(`${cause.stack} ${JSON.stringify(cause)}`, /hunter2/);
    }
    return true;
  });
});

test("a wrong password and a missing database are unavailable, each with its reason", async (t) => {
  const url = new URL(await newDatabase(t));
  const missing = new URL("/no_such_database", url);
  const wrong = new URL(url);
  wrong.password = "hunter2";
  await assert.rejects(
    openStorage({ databaseUrl: missing.href, clock: systemClock, hashName: testHashName }),
    /"no_such_database" does not exist/,
  );
  await assert.rejects(
    openStorage({ databaseUrl: wrong.href, clock: systemClock, hashName: testHashName }),
    (error) => {
      assert.ok(error instanceof UnavailableError);
      assert.match(error.message, /authentication failed/);
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    },
  );
});

/** A connection to the database that the test can cut. */
async function createWire(t: TestContext, databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [a, b] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(a);
      a.on("error", () => b.destroy()).on("close", () => b.destroy());
      a.pipe(b);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const url = new URL(databaseUrl);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      isCut = false;
    },
  };
}

test("everything is unavailable while the database is away, and afterwards every change is announced", async (t) => {
  const direct = await newDatabase(t);
  const wire = await createWire(t, direct);
  let now = 0;
  const feedOptions = { now: () => now, pollEveryMilliseconds: NEVER };
  const { feed, clients, state, assertions, audit, ping, permissions } = await open(t, wire.url, {
    feed: feedOptions,
  });
  await feed.confirm();
  wire.cut();
  assert.equal(feed.confirm(), undefined, "read less than two seconds ago");
  now += 2_001;
  const attempts = [
    async () => feed.confirm(),
    () => ping(),
    () => clients.find("a"),
    () => permissions.loadModel(),
    () => assertions.spend("a", "b", 1),
    () => state.commit([put("user", samples.user)], trustedActor),
    () => audit.append([{ at: 1, type: "token.issued", actor: "a" }], []),
  ];
  for (const attempt of attempts) await assert.rejects(attempt, UnavailableError);

  const other = await open(t, direct);
  await other.state.commit([put("user", samples.user)], trustedActor);
  wire.restore();
  await feed.confirm(1);
  assert.equal(feed.revision, 1);
  assert.deepEqual(await state.find("user", "usr_alice"), samples.user);
});

test("a connection that is killed in the middle of a commit leaves nothing behind and is replaced", async (t) => {
  const url = await newDatabase(t);
  const { state } = await open(t, url);
  // Holds the revision's lock, so that the commit below waits inside its transaction.
  const blocker = new pg.Client(url);
  await blocker.connect();
  await blocker.query("begin; update revision set value = value");
  const committing = assert.rejects(
    state.commit([put("user", samples.user)], trustedActor),
    UnavailableError,
  );
  const terminate =
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await untilKnown(async () => (await runSql(url, terminate)).rowCount === 1);
  await committing;
  await blocker.query("rollback");
  await blocker.end();
  assert.deepEqual(await state.commit([put("user", samples.user)], trustedActor), { revision: 1 });
});

test("every text is compared byte by byte, whatever the locale of the database", async (t) => {
  const url = await newDatabase(t);
  await open(t, url);
  const { rows } = await runSql(
    url,
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`,
  );
  assert.deepEqual(rows, []);
});
