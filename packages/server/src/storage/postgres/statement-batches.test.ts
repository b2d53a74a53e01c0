// @engine postgres: the batches of this engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import type { Engine } from "../engine/engine.ts";
import { openEngine } from "./testing/open-engine.ts";

const prepare = ({ db, batches }: Engine) => ({
  put: batches.insert<{ key: string; value: string }>(
    "meta",
    { key: "text", value: "text" },
    (given) => given,
  ),
  find: batches.read<{ key: string }, { value: string }>({ key: "text" }, ({ key }) =>
    db.selectFrom("meta").select("value").where("key", "=", key),
  ),
  /** A one-time change: the value must be the one that the caller has seen. */
  replace: batches.update<{ key: string; seen: string; by: string }, { value: string }>(
    { table: "meta", column: "key", member: "key" },
    { key: "text", seen: "text", by: "text" },
    ({ key, seen, by }) =>
      db
        .updateTable("meta")
        .set({ value: by })
        .where("key", "=", key)
        .where("value", "=", seen)
        .returning("meta.value"),
  ),
});

const KEYS = Array.from({ length: 20 }, (_, index) => `k${index}`);
/** Everything that an array of PostgreSQL must escape. */
const VALUES = ['"', "\\", "{a,b}", "NULL", "", " ", "'", "é✓", "\n", 'a\\"b'];
const valueAt = (index: number) => `${VALUES[index % VALUES.length]}`;

/** How many transactions have written these rows. */
async function countWriters({ db }: Engine): Promise<number> {
  const { rows } = await sql`select distinct xmin::text from meta where key like 'k%'`.execute(db);
  return rows.length;
}

test("callers of one turn write and read with one statement each, whatever their values are", async (t) => {
  const engine = await openEngine(t, { poolSize: 4 });
  const { put, find } = prepare(engine);
  await Promise.all(KEYS.map((key, index) => put({ key, value: valueAt(index) })));
  assert.equal(await countWriters(engine), 1);
  const found = await Promise.all([...KEYS, "unknown"].map((key) => find({ key })));
  assert.deepEqual(
    found.map((rows) => rows.map(({ value }) => value)),
    [...KEYS.map((_, index) => [valueAt(index)]), []],
  );
});

test("of many callers that change one row in a batch, exactly one succeeds", async (t) => {
  const engine = await openEngine(t, { poolSize: 4 });
  const { put, find, replace } = prepare(engine);
  await Promise.all(KEYS.map((key) => put({ key, value: "new" })));
  const changes = KEYS.flatMap((key) => ["a", "b", "c"].map((by) => ({ key, seen: "new", by })));
  const answers = await Promise.all(changes.map(replace));
  for (const key of KEYS) {
    const winners = changes.filter((change, index) => change.key === key && answers[index]?.length === 1);
    assert.deepEqual(
      winners.map(({ by }) => by),
      (await find({ key })).map(({ value }) => value),
      `one winner for ${key}`,
    );
  }
});

test("a row that another transaction has locked does not hold up the other callers", async (t) => {
  const engine = await openEngine(t, { poolSize: 4 });
  const { put, replace } = prepare(engine);
  await Promise.all(["k1", "k2", "k3"].map((key) => put({ key, value: "new" })));
  const locked = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const holding = engine.transactions.transact(async (trx) => {
    await trx.updateTable("meta").set({ value: "other" }).where("key", "=", "k2").execute();
    locked.resolve();
    await mayEnd.promise;
  });
  await locked.promise;
  let answered = false;
  const [first, second, third] = ["k1", "k2", "k3"].map((key) =>
    replace({ key, seen: "new", by: "changed" }),
  );
  void second?.then(() => {
    answered = true;
  });
  assert.deepEqual([(await first)?.length, (await third)?.length], [1, 1]);
  await untilKnown(async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(engine.db);
    return rows.length > 0;
  });
  assert.equal(answered, false, "the caller of the locked row waits");
  mayEnd.resolve();
  await holding;
  assert.deepEqual(await second, [], "and is refused, because the row has changed");
});

test("a value that PostgreSQL refuses fails its own caller alone", async (t) => {
  const engine = await openEngine(t, { poolSize: 4 });
  const { put, find } = prepare(engine);
  const settled = await Promise.allSettled([
    put({ key: "k1", value: "fine" }),
    put({ key: "k2", value: "a\0b" }),
    put({ key: "k3", value: "fine" }),
  ]);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.deepEqual(await find({ key: "k2" }), []);
});
