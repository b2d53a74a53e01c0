// @engine postgres: only it has standbys.

import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { createPostgresServer } from "../../../../../tests/support/postgres-server.ts";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import { UnavailableError } from "../../core/errors/errors.ts";
import { requestLimits } from "./connection-settings.ts";
import { guardPool } from "./guarded-pool.ts";
import { createSentStatements } from "./sent-statements.ts";

test("a commit that the synchronous standby may lack is not acknowledged", async (t) => {
  const server = await createPostgresServer();
  t.after(() => server.remove());
  // There is no standby, so every commit waits for one.
  await server.start(["synchronous_standby_names=*"]);
  const administrator = new pg.Client(server.url);
  await administrator.connect();
  await administrator.query("set synchronous_commit = local");
  await administrator.query("create table notes (text text)");
  const pool = new pg.Pool({ connectionString: server.url, max: 1 });
  const cancelWaiting = () =>
    administrator.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");

  for (const [name, before, committing] of [
    ["a transaction", ["begin", "insert into notes values ('in a transaction')"], "commit"],
    ["a statement alone", [], "insert into notes values ('alone')"],
  ] as const)
    await t.test(name, async () => {
      const client = await guardPool(pool, createSentStatements("none", requestLimits)).connect();
      for (const statement of before) await client.query(statement, []);
      const committed = client.query(committing, []).finally(() => client.release());
      const refused = assert.rejects(committed, UnavailableError);
      await untilKnown(async () => (await cancelWaiting()).rowCount !== 0);
      await refused;
      assert.equal(pool.totalCount, 0, "the connection is not used again");
    });

  const { rows } = await administrator.query("select text from notes");
  assert.deepEqual(rows, [{ text: "in a transaction" }, { text: "alone" }], "PostgreSQL counts them as done");
  await pool.end();
  await administrator.end();
});
