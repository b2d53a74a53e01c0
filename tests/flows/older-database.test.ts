// @engine both: each engine looks up the tables of a database in its own way before it migrates.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runSql } from "../../packages/server/src/storage/contract/run-sql.ts";
import { runCommand } from "../security/keys/run-command.ts";
import { createTestDatabase } from "../support/databases.ts";
import { ENGINE } from "../support/start-licet.ts";

const COMMANDS = [
  ["serve", "--port", "0"],
  ["keys", "list"],
  ["user", "list"],
  ["check", "application:reports", "orders:read"],
  ["demo", "remove"],
];

test("the server and every command refuse a database from before version 0.1", async (t) => {
  const database = await createTestDatabase(ENGINE);
  t.after(() => database.drop());
  await runSql(database.url, "create table licet_migrations (name text, timestamp text)");
  await runSql(
    database.url,
    "insert into licet_migrations values ('0001-initial', ''), ('0012-root-keys', '')",
  );
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await runCommand(database, command);
    assert.match(stderr, /^licet: this database was made by another version of Licet, [^\n]*\n$/);
    assert.deepEqual([code, stdout], [1, ""], command.join(" "));
  }
});
