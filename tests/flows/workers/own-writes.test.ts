// @engine both: workers see a commit by themselves on SQLite, and tell each other on PostgreSQL.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Caller, callerWith } from "../../support/api-client.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";

const ADMINISTRATOR = { client_id: "admin", client_secret: "admin-secret-admin-secret-admin-secret-" };
const STATE = `
resources:
  - { name: orders, identifier: "https://orders.example.test", actions: { read: { description: See orders } } }
users:
  - { username: alice }
applications:
  - { client_id: ${ADMINISTRATOR.client_id}, client_secret: ${ADMINISTRATOR.client_secret}, name: Administrates, type: service }
assignments:
  - { principal: application:${ADMINISTRATOR.client_id}, role: licet-administrator }
`;

let licet: RunningLicet;
let call: Caller;
before(async () => {
  // No worker hears of a change by the database: for two seconds, any node may be like this.
  const feed = { freshForMilliseconds: 60_000, pollEveryMilliseconds: 60_000, listen: false };
  licet = await startLicet({ state: STATE, workers: 2, storage: { feed } });
  call = callerWith(licet, await fetchToken(licet, ADMINISTRATOR, "licet:*"));
});
after(() => licet.stop());

test("every worker knows a write as soon as it is answered", async () => {
  const assignment = { principal: "user:alice", permission: "orders:read" };
  const check = async () => {
    const question = { subject: "user:alice", permission: "orders:read" };
    const answers = [await call("POST", "/check", question), await call("POST", "/check", question)];
    return answers.map(({ body }) => body.allowed);
  };
  assert.deepEqual(await check(), [false, false]);
  for (let round = 0; round < 5; round += 1) {
    const { status, body } = await call("POST", "/assignments", assignment);
    assert.equal(status, 201);
    assert.deepEqual(await check(), [true, true]);
    assert.equal((await call("DELETE", `/assignments/${body.id}`)).status, 204);
    assert.deepEqual(await check(), [false, false]);
  }
});
