// @engine postgres: on SQLite a node hears of every change with the next request.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "../../support/databases.ts";
import { ENDINGS } from "../../support/endings.ts";
import { createBrowser, exchange, getCode } from "../../support/sign-in.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { ALICE, CALLBACK, createRequest, DESK, STOREFRONT } from "../../support/storefront.ts";

let database: TestDatabase;
let one: RunningLicet;
/** Hears of nothing for a minute: for two seconds any node may be like this. */
let deaf: RunningLicet;
before(async () => {
  database = await createTestDatabase("postgres");
  one = await startLicet({ state: STOREFRONT, database });
  const feed = { freshForMilliseconds: 60_000, pollEveryMilliseconds: 60_000, listen: false };
  deaf = await startLicet({ state: "", database, baseUrl: one.url, storage: { feed } });
});
after(async () => {
  await one.stop();
  await deaf.stop();
  await database.drop();
});

const signInAtDeaf = async () => {
  const code = await getCode(createBrowser(deaf.url), createRequest(DESK), ALICE);
  return exchange(deaf, code, { ...DESK, redirect_uri: CALLBACK });
};

test("a sign-in at a node that has not heard of a new password gives no token: no revocation would name it", async () => {
  assert.equal((await signInAtDeaf()).status, 200);
  const change = ENDINGS["an administrator sets another password"];
  await change?.(one, createBrowser(one.url));
  const { status, body } = await signInAtDeaf();
  assert.deepEqual([status, body.error], [400, "invalid_grant"]);
});
