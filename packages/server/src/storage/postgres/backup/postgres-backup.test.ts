// @engine postgres: rows are streamed, and tables are moved between schemas.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import pg from "pg";
import { createTestDatabase } from "../../../../../../tests/support/databases.ts";
import { writeBackup } from "../../../backup/write-backup.ts";
import { testHashName } from "../../../directory/testing/hash-name.ts";
import { backUp, restore } from "../../contract/backup-in-memory.ts";
import { runSql } from "../../contract/run-sql.ts";
import { openStorage } from "../../open-storage.ts";
import { openPostgresSource } from "./postgres-source.ts";

async function createDatabase(t: TestContext): Promise<string> {
  const { url, drop } = await createTestDatabase("postgres");
  t.after(drop);
  const storage = await openStorage({ databaseUrl: url, clock: systemClock, hashName: testHashName });
  await storage.close();
  return url;
}

const fill = (url: string) =>
  runSql(
    url,
    "insert into audit_events (at, type, actor, data) select n, 'a.b', 'cli', repeat(md5(n::text), 32) from generate_series(1, 20000) as n",
  );

test("a table of many parts arrives whole, and a place that is full ends the backup at once", async (t) => {
  const url = await createDatabase(t);
  await fill(url);
  const backup = await backUp(url);
  const other = await createTestDatabase("postgres");
  t.after(other.drop);
  await restore(other.url, backup);
  const digest =
    "select count(*) as rows, md5(string_agg(data, '' order by id)) as digest from audit_events where type = 'a.b'";
  assert.deepEqual(await runSql(other.url, digest), await runSql(url, digest));

  const source = await openPostgresSource(url);
  let written = 0;
  const write = async (chunk: Uint8Array) => {
    written += chunk.length;
    if (written > 5_000_000) throw new Error("full");
  };
  const options = { version: "1", scratchFolder: "", onProgress: () => {} };
  await assert.rejects(writeBackup(source, { ...options, write }), /^Error: full$/);
  await source.close();
});

test("the copy is of one moment: what is committed while it is made is not in it", async (t) => {
  const url = await createDatabase(t);
  await fill(url);
  const source = await openPostgresSource(url);
  const chunks: Uint8Array[] = [];
  const write = async (chunk: Uint8Array) => {
    if (chunks.length === 0) {
      await runSql(url, "insert into meta values ('late', 'x')");
      await runSql(url, "update revision set value = 999");
    }
    chunks.push(Buffer.from(chunk));
  };
  const options = { version: "1", scratchFolder: "", onProgress: () => {} };
  const { manifest } = await writeBackup(source, { ...options, write });
  await source.close();
  assert.equal(manifest.revision, 0);
  const other = await createTestDatabase("postgres");
  t.after(other.drop);
  await restore(other.url, Buffer.concat(chunks));
  assert.deepEqual(await runSql(other.url, "select value from meta where key = 'late'"), []);
});

test("a restore leaves other tables of the database alone, and removes what a killed one left", async (t) => {
  const url = await createDatabase(t);
  const backup = await backUp(url);
  await runSql(
    url,
    "create table of_others (id int); create schema licet_restore_0123456789ab; create table licet_restore_0123456789ab.users (id int)",
  );
  await restore(url, backup, { replaces: true });
  assert.deepEqual(await runSql(url, "select * from of_others"), []);
  const left = await runSql(url, "select nspname from pg_namespace where nspname like 'licet_restore_%'");
  assert.deepEqual(left, []);
});

test("a server seen a moment ago and another restore stop a restore", async (t) => {
  const url = await createDatabase(t);
  const backup = await backUp(url);
  const replace = () => restore(url, backup, { replaces: true });
  await runSql(
    url,
    "insert into nodes values ('nod_1', 'db-1', '1', 'postgres', 1, extract(epoch from now())::bigint - 20, 0, '[]')",
  );
  await assert.rejects(replace(), /a server has used the database a moment ago \(nod_1 on db-1, 2\d s ago\)/);
  await runSql(url, "update nodes set seen_at = seen_at - 60");

  const client = new pg.Client(url);
  await client.connect();
  await client.query("select pg_advisory_lock(7264519802311)");
  await assert.rejects(replace(), /another restore into this database is under way/);
  await client.end();
  await replace();
});
