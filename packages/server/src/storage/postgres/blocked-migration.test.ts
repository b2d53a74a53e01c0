// @engine postgres: locks of tables, and indexes that are built while others write.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import pg from "pg";
import { createServerDatabase } from "../../../../../tests/support/server-database.ts";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import { testHashName } from "../../directory/testing/hash-name.ts";
import { MIGRATIONS } from "../migrations/migrations.ts";
import type { SchemaMigration } from "../migrations/schema-migration.ts";
import { openStorage } from "../open-storage.ts";

const change: SchemaMigration = {
  name: "9001-test",
  kind: "expand",
  oldestSchema: 1,
  summary: "adds sessions.place",
  tables: ["sessions"],
  indexes: [{ name: "sessions_seen", on: "sessions (last_seen_at)" }],
  async up(db, { text }) {
    await db.schema.alterTable("sessions").addColumn("place", text).execute();
  },
};

async function prepare(t: TestContext) {
  const database = await createServerDatabase("postgres");
  const other = new pg.Client(database.url);
  await other.connect();
  const open = async (migrations = MIGRATIONS) => {
    const storage = await openStorage({
      databaseUrl: database.url,
      clock: systemClock,
      hashName: testHashName,
      migrations,
    });
    t.after(() => storage.close());
    return storage;
  };
  const server = await open();
  t.after(async () => {
    await other.end();
    await server.close();
    await database.drop();
  });
  return { other, open, server };
}

test("while a transaction of another holds a table, a migration waits in short turns, and servers go on", async (t) => {
  const { other, open, server } = await prepare(t);
  await other.query("begin; select * from sessions");
  // Without an index, which would wait for the transaction without blocking anybody.
  const { indexes: _, ...withoutIndex } = change;
  const migrating = open([...MIGRATIONS, withoutIndex]);
  for (let turn = 0; turn < 3; turn += 1) {
    await untilKnown(async () => {
      const { rowCount } = await other.query(
        "select from pg_locks where relation = 'sessions'::regclass and mode = 'AccessExclusiveLock' and not granted",
      );
      return rowCount === 1;
    });
    // Behind the migration, which gives up its place: the other transaction holds the table all the time.
    await server.sessions.find("a hash");
  }
  await other.query("commit");
  await migrating;
  assert.deepEqual((await other.query("select place from sessions")).rows, []);
});

test("an index that an interrupted migration left unfinished is built again", async (t) => {
  const { other, open } = await prepare(t);
  await other.query("create index sessions_seen on sessions (last_seen_at)");
  await other.query("update pg_index set indisvalid = false where indexrelid = 'sessions_seen'::regclass");
  await open([...MIGRATIONS, change]);
  const { rows } = await other.query(
    "select indisvalid as valid from pg_index where indexrelid = 'sessions_seen'::regclass",
  );
  assert.deepEqual(rows, [{ valid: true }]);
});

test("a migration whose process dies in the middle leaves nothing, and the next start runs it", async (t) => {
  const { other, open } = await prepare(t);
  const dying: SchemaMigration = {
    ...change,
    async up(db, dialect) {
      await change.up(db, dialect);
      // As when the process is killed: the connection ends.
      await other.query(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      );
      await db.schema.alterTable("sessions").addColumn("never", dialect.text).execute();
    },
  };
  await assert.rejects(open([...MIGRATIONS, dying]));
  await assert.rejects(other.query("select place from sessions"));
  await open([...MIGRATIONS, change]);
  await other.query("select place from sessions");
});
