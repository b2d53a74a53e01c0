// @engine both: nodes on PostgreSQL skip the rows that others lock, and large batches are statements of each engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { testHashName } from "../../packages/server/src/directory/testing/hash-name.ts";
import { createSweep, SWEPT_AT_ONCE } from "../../packages/server/src/operations/create-sweep.ts";
import { runSql } from "../../packages/server/src/storage/contract/run-sql.ts";
import { openStorage, type Storage } from "../../packages/server/src/storage/open-storage.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases.ts";
import { ENGINE } from "../support/start-licet.ts";

const ROWS = 20_000;

let database: TestDatabase;
let storage: Storage;
before(async () => {
  database = await createTestDatabase(ENGINE);
  storage = await openStorage({ databaseUrl: database.url, clock: systemClock, hashName: testHashName });
});
after(async () => {
  await storage.close();
  await database.drop();
});

/** Writes many batches of expired rows. */
async function fill(): Promise<void> {
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})`;
  await runSql(
    database.url,
    `insert into pushed_requests (id, client_id, parameters, expires_at, kept_until)
      ${numbers} select cast(n as text), 'spa', 'scope=openid', 100, 100 from numbers`,
  );
  await runSql(
    database.url,
    `insert into audit_events (at, type, actor) ${numbers} select n, 'token.denied', 'unknown' from numbers`,
  );
}

const countLeft = async (): Promise<number> => {
  const statement =
    "select (select count(*) from pushed_requests) + (select count(*) from audit_events) as n";
  return Number((await runSql(database.url, statement))[0]?.n);
};

const createSweepWith = (stopping: AbortSignal) =>
  createSweep({
    audit: storage.audit,
    sweeper: storage.sweeper,
    clock: systemClock,
    auditRetentionDays: 90,
    stopping,
  });

test("a sweep goes on until everything is gone, and others have the database meanwhile", async () => {
  await fill();
  const sweep = createSweepWith(new AbortController().signal);
  let isSweeping = true;
  const swept = sweep().finally(() => {
    isSweeping = false;
  });
  let answered = 0;
  while (isSweeping) {
    await storage.ping();
    answered += 1;
    await new Promise(setImmediate);
  }
  assert.equal(await swept, 2 * ROWS);
  assert.equal(await countLeft(), 0);
  const batches = (2 * ROWS) / SWEPT_AT_ONCE;
  assert.ok(answered >= batches, `${answered} requests were answered during ${batches} batches`);
  assert.equal(await sweep(), 0);
});

test("a server that stops waits for one batch at most", async () => {
  await fill();
  const stopping = new AbortController();
  const swept = createSweepWith(stopping.signal)();
  stopping.abort();
  assert.ok((await swept) <= 2 * SWEPT_AT_ONCE);
  assert.ok((await countLeft()) >= 2 * (ROWS - SWEPT_AT_ONCE));
});
