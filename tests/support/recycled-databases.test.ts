// @engine postgres: a file is copied instead.

import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { countRows } from "./count-rows.ts";
import { createServerDatabase } from "./server-database.ts";

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

test("a database is used again, with the rows of a new one and no others", async () => {
  const first = await createServerDatabase("postgres");
  const rows = await countRows(first.url);
  await query(first.url, "insert into meta (key, value) values ('left', 'behind')");
  assert.notDeepEqual(await countRows(first.url), rows);
  await first.drop();
  const second = await createServerDatabase("postgres");
  assert.equal(second.url, first.url);
  assert.deepEqual(await countRows(second.url), rows);
  await second.drop();
});

test("a database whose tables were changed is not used again", async () => {
  const first = await createServerDatabase("postgres");
  await query(first.url, "alter table audit_events add column more text");
  await first.drop();
  const second = await createServerDatabase("postgres");
  assert.notEqual(second.url, first.url);
  await second.drop();
});
