// @engine postgres: the transactions of this engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { UnavailableError } from "../../core/errors/errors.ts";
import { ConstraintViolation } from "../engine/constraint-violation.ts";
import type { Engine, Trx } from "../engine/engine.ts";
import { openEngine } from "./testing/open-engine.ts";

/** A transaction that was left open would be seen by the next statement. */
const ONE_CONNECTION = { poolSize: 1 };

const insert = (trx: Trx, key: string) => trx.insertInto("meta").values({ key, value: key }).execute();
const keys = async ({ db }: Engine) =>
  (await db.selectFrom("meta").select("key").where("key", "like", "k%").orderBy("key").execute()).map(
    ({ key }) => key,
  );

test("statements are sent in the order in which they were started, awaited or not", async (t) => {
  const engine = await openEngine(t, ONE_CONNECTION);
  const seen = await engine.transactions.transact(async (trx) => {
    const deferred = trx.later();
    await insert(deferred, "k1");
    await deferred.updateTable("meta").set({ value: "changed" }).where("key", "=", "k1").execute();
    const reading = trx.selectFrom("meta").select("value").where("key", "=", "k1").executeTakeFirst();
    const deleting = sql`delete from meta where key = 'k1'`.execute(trx);
    const counting = trx.selectFrom("meta").select("key").where("key", "=", "k1").execute();
    return [(await reading)?.value, await deleting.then(() => counting.then(({ length }) => length))];
  });
  assert.deepEqual(seen, ["changed", 0]);
});

test("a statement that nobody waits for fails the commit with its own reason, and nothing is written", async (t) => {
  const engine = await openEngine(t, ONE_CONNECTION);
  const failing = engine.transactions.transact(async (trx) => {
    await insert(trx.later(), "k1");
    await insert(
      trx.later((error) => (error instanceof ConstraintViolation ? new Error("k1 is taken") : error)),
      "k1",
    );
    await insert(trx.later(), "k2");
  });
  await assert.rejects(failing, /k1 is taken/);
  assert.deepEqual(await keys(engine), []);
});

test("it also fails the next statement that is waited for", async (t) => {
  const engine = await openEngine(t, ONE_CONNECTION);
  let continued = false;
  const failing = engine.transactions.transact(async (trx) => {
    await insert(trx.later(), "k1");
    await insert(trx.later(), "k1");
    await trx.selectFrom("meta").select("key").execute();
    continued = true;
  });
  await assert.rejects(failing, ConstraintViolation);
  assert.equal(continued, false);
  assert.deepEqual(await keys(engine), []);
});

test("the work's own failure rolls back what was sent, and the connection goes on", async (t) => {
  const engine = await openEngine(t, ONE_CONNECTION);
  const failing = engine.transactions.commitRevision(async (trx, taken) => {
    await insert(trx.later(), "k1");
    assert.equal(await taken, 1);
    throw new Error("no");
  });
  await assert.rejects(failing, /^Error: no$/);
  assert.deepEqual(await keys(engine), []);
  assert.equal(
    await engine.transactions.commitRevision((_trx, taken) => taken),
    1,
    "the revision was given back",
  );
});

test("a statement with rows that nobody reads is an error", async (t) => {
  const engine = await openEngine(t, ONE_CONNECTION);
  const failing = engine.transactions.transact(async (trx) => {
    await trx.later().selectFrom("revision").selectAll().execute();
  });
  await assert.rejects(failing, /nobody reads the rows/);
});

test("a snapshot does not see what was committed after its first statement", async (t) => {
  const engine = await openEngine(t, { poolSize: 2 });
  const [before, after] = await engine.transactions.readSnapshot(async (trx) => {
    const first = (await trx.selectFrom("revision").selectAll().executeTakeFirst())?.value;
    await engine.transactions.commitRevision((_trx, taken) => taken);
    return [first, (await trx.selectFrom("revision").selectAll().executeTakeFirst())?.value];
  });
  assert.deepEqual([before, after], [0, 0]);
});

test("a connection that ends in the middle leaves nothing behind", async (t) => {
  const engine = await openEngine(t, ONE_CONNECTION);
  const failing = engine.transactions.commitRevision(async (trx) => {
    await insert(trx.later(), "k1");
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
  });
  await assert.rejects(failing, UnavailableError);
  assert.deepEqual(await keys(engine), []);
  assert.equal(await engine.transactions.commitRevision((_trx, taken) => taken), 1);
});
