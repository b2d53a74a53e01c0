// @engine postgres: its connections.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { PostgresPool } from "kysely";
import pg from "pg";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/support/databases.ts";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import { UnavailableError } from "../../core/errors/errors.ts";
import {
  createDeadline,
  type Deadline,
  DeadlineError,
  findDeadline,
  withDeadline,
} from "../../core/time/deadline.ts";
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
/** For statements that are answered before, however slow the machine is. */
const ENOUGH_MILLISECONDS = 60_000;
function endDeadlineIn(milliseconds: number): void {
  const deadline = findDeadline() as { -readonly [Member in keyof Deadline]: Deadline[Member] };
  deadline.endsAt = performance.now() + milliseconds;
}
const notes = async () => (await pool.query("select text from notes")).rows;

test("waiting for a free connection ends at the deadline, and the connection is there for the next", async () => {
  const held = await guarded.connect();
  await assert.rejects(
    within(150, () => guarded.connect()),
    DeadlineError,
  );
  held.release();
  await untilKnown(async () => pool.idleCount === 1 && pool.waitingCount === 0);
  (await guarded.connect()).release();
});

test("a query ends at the deadline, its rollback does not wait again, and its connection is not used any more", async (t) => {
  // Sleeps: the statement has to be under way when its deadline comes.
  const slow = "select pg_sleep(2)";
  const { mock } = t.mock.method(pg.Client.prototype, "query");
  await within(ENOUGH_MILLISECONDS, async () => {
    const client = await guarded.connect();
    await client.query("begin", []);
    await client.query("insert into notes values ('late')", []);
    endDeadlineIn(200);
    await assert.rejects(client.query(slow, []), UnavailableError);
    await client.query("rollback", []);
    client.release();
  });
  const sent = mock.calls.map((call) => (call.arguments[0] as unknown as { readonly text?: string }).text);
  assert.deepEqual(sent, ["begin", "insert into notes values ('late')", slow]);
  assert.equal(pool.totalCount, 0);
  assert.deepEqual(await notes(), []);
});

test("a transaction whose time is over is not committed", async () => {
  await within(ENOUGH_MILLISECONDS, async () => {
    const client = await guarded.connect();
    await client.query("begin", []);
    await client.query("insert into notes values ('late')", []);
    endDeadlineIn(0);
    await assert.rejects(client.query("commit", []), DeadlineError);
    await client.query("rollback", []);
    client.release();
  });
  assert.equal(pool.totalCount, 1, "the connection answered, so it stays");
  assert.deepEqual(await notes(), []);
});

test("work without a deadline has the limits of its pool", async () => {
  const client = await guarded.connect();
  // Sleeps: longer than the deadlines of the tests before, of which none may be left.
  await client.query("select pg_sleep(0.3)", []);
  await client.query("insert into notes values ('in time')", []);
  client.release();
  assert.deepEqual(await notes(), [{ text: "in time" }]);
});
