// @engine both: the search is a statement of its own on each engine.

/** Users whose names look alike: an older version stored them, and an administrator separates them. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { renameDirectly } from "../../../packages/server/src/storage/contract/rename-directly.ts";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller, secretOf } from "./api-client.ts";

const STATE = `
users:
  - { username: ada, email: ada@example.test }
  - { username: two }
  - { username: ben }
applications:
  - { client_id: admin, client_secret: "${secretOf("admin")}", name: admin, type: service }
  - { client_id: other, client_secret: "${secretOf("other")}", name: other, type: service }
assignments:
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:other, permission: licet:roles.read }
`;

let database: TestDatabase;
let licet: RunningLicet;
let api: Caller;
const start = async (state: string) => {
  licet = await startLicet({ state, database, readsLog: true });
  api = await createCaller(licet, "admin");
};
before(async () => {
  database = await createServerDatabase(ENGINE);
  await start(STATE);
});
after(async () => {
  await licet.stop();
  await database.drop();
});

test("a start finds users whose names look alike, and the API lists them until they are separated", async () => {
  assert.deepEqual((await api("GET", "/users:look-alikes")).body, { items: [] });
  const two = (await api("GET", "/users/two")).body;
  const ada = (await api("GET", "/users/ada")).body;
  await licet.stop();
  // As in a database of an older version, which nobody has searched.
  await renameDirectly(database.url, two.id, "ＡDA");
  await runSql(database.url, "delete from meta where key = 'look_alike_users'");
  await start("");
  await licet.runJob("look_alikes");
  assert.match(licet.logged(), /look alike; change one of each group/);
  assert.ok(licet.logged().includes(two.id));
  const { status, body } = await api("GET", "/users:look-alikes");
  assert.equal(status, 200);
  assert.deepEqual(body.items, [
    {
      name: "ada",
      users: [
        { id: ada.id, username: "ada", email: "ada@example.test" },
        { id: two.id, username: "ＡDA" },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    },
  ]);
  assert.equal((await api("POST", "/users", { username: "Ada" })).status, 409);
  assert.equal((await api("PUT", `/users/${two.id}`, { username: "two", email: "t@x.test" })).status, 200);
  assert.deepEqual((await api("GET", "/users:look-alikes")).body, { items: [] });
});

test("the list needs licet:users.read", async () => {
  const other = await createCaller(licet, "other");
  assert.equal((await other("GET", "/users:look-alikes")).status, 403);
});
