// @engine postgres: its connections.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresPool } from "kysely";
import pg from "pg";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/support/databases.ts";
import { createDeadline, DeadlineError, withDeadline } from "../../core/deadline.ts";
import { UnavailableError } from "../../core/errors.ts";
import { requestLimits } from "./connection-settings.ts";
import { guardPool } from "./guarded-pool.ts";
import { createSentStatements } from "./sent-statements.ts";

let database: TestDatabase;
let pool: pg.Pool;
let guarded: PostgresPool;

before(async () => {
  database = await createTestDatabase("postgres");
  pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 3_000 });
  pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  guarded = guardPool(pool, createSentStatements("none", requestLimits));
  await pool.query("create table notes (text text)");
});
after(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query("truncate notes"));

const within = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> =>
  withDeadline(createDeadline(milliseconds), work);
const notes = async () => (await pool.query("select text from notes")).rows;

test("waiting for a free connection ends at the deadline, and the connection is there for the next", async () => {
  const held = await guarded.connect();
  const startedAt = performance.now();
  await assert.rejects(
    within(150, () => guarded.connect()),
    DeadlineError,
  );
  assert.ok(performance.now() - startedAt < 1_500);
  held.release();
  await sleep(20);
  assert.deepEqual([pool.idleCount, pool.waitingCount], [1, 0]);
  (await guarded.connect()).release();
});

test("a query ends at the deadline, its rollback does not wait again, and its connection is not used any more", async () => {
  const startedAt = performance.now();
  await within(200, async () => {
    const client = await guarded.connect();
    await client.query("begin", []);
    await client.query("insert into notes values ('late')", []);
    await assert.rejects(client.query("select pg_sleep(2)", []), UnavailableError);
    await client.query("rollback", []);
    client.release();
  });
  assert.ok(performance.now() - startedAt < 1_500);
  assert.equal(pool.totalCount, 0);
  assert.deepEqual(await notes(), []);
});

test("a transaction whose time is over is not committed", async () => {
  await within(150, async () => {
    const client = await guarded.connect();
    await client.query("begin", []);
    await client.query("insert into notes values ('late')", []);
    await sleep(200);
    await assert.rejects(client.query("commit", []), DeadlineError);
    await client.query("rollback", []);
    client.release();
  });
  assert.equal(pool.totalCount, 1, "the connection answered, so it stays");
  assert.deepEqual(await notes(), []);
});

test("work without a deadline has the limits of its pool", async () => {
  const client = await guarded.connect();
  await client.query("select pg_sleep(0.3)", []);
  await client.query("insert into notes values ('in time')", []);
  client.release();
  assert.deepEqual(await notes(), [{ text: "in time" }]);
});
