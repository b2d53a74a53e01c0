// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RunningLicet } from "../../../support/start-licet.ts";
import { withoutIds } from "../../../support/without-ids.ts";
import { bearer, type Caller, createCaller, issueTokenTo, send, startGuarded } from "../guarded-api.ts";
import { secretOf, service } from "../world.ts";

const WORLD = `
roles:
  - { name: rung }
applications:
${["admin", "clerk"].map((id) => service(id)).join("\n")}
  - { client_id: keyed, name: keyed, type: service, client_secret: "${secretOf("keyed")}", access_accounts: [{ access_key: ak_keyed, secret_key: "${secretOf("ak_keyed")}" }] }
assignments:
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:clerk, permission: licet:assignments.write }
  - { principal: application:clerk, permission: licet:applications.write }
  - { principal: application:keyed, permission: licet:roles.read }
`;

let licet: RunningLicet;
let admin: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  admin = await createCaller(licet, "admin");
});
after(() => licet.stop());

/** The audit log is written behind the requests. */
async function findRefusals(requestId: string) {
  await licet.runJob("audit");
  const { body } = await admin("GET", `/audit?type=api.denied&request_id=${requestId}`);
  return body.items;
}

test("ASVS 16.3.2: a refused escalation is in the audit log: who, what, and what was missing", async () => {
  const clerk = await createCaller(licet, "clerk", "licet:assignments.write licet:applications.write");
  const create = [
    { principal: "application:clerk", role: "licet-administrator" },
    { principal: "application:clerk", permission: "licet:escalate" },
  ];
  const refused = await clerk("POST", "/assignments:batch", { create });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.tried, undefined, "the caller knows what it tried");
  const requestId = refused.headers.get("x-request-id") ?? "";
  const [{ id: _, at, ...event }, ...others] = await findRefusals(requestId);
  assert.equal(others.length, 0, "once");
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
  assert.deepEqual(event, {
    type: "api.denied",
    actor: "application:clerk",
    ip: "127.0.0.1",
    request_id: requestId,
    data: {
      method: "POST",
      path: "/api/v1/assignments:batch",
      lacking: ["licet:*", "licet:escalate"],
      tried: [
        "put assignment of role licet-administrator to application:clerk",
        "put assignment of permission licet:escalate to application:clerk",
      ],
    },
  });

  const client_secret = "a-secret-that-the-clerk-has-thought-of-itself";
  const taken = await clerk("POST", "/applications/admin/secrets", { client_secret });
  assert.equal(taken.status, 403);
  const [secretEvent] = await findRefusals(taken.headers.get("x-request-id") ?? "");
  assert.equal(secretEvent.data.path, "/api/v1/applications/admin/secrets");
  assert.match(secretEvent.data.tried[0], /^put secret sec_\w+$/);
  assert.doesNotMatch(withoutIds(JSON.stringify(secretEvent)), /thought-of-itself|hash/);
});

test("ASVS 16.3.2: a call without the permission is in the audit log, by the very key that made it", async () => {
  const account = await createCaller(licet, "ak_keyed", "licet:roles.read");
  const misplaced = secretOf("somebody");
  const refused = await account("DELETE", `/applications/keyed/secrets/${misplaced}?cascade=${misplaced}`);
  assert.equal(refused.status, 403);
  const [{ actor, data }] = await findRefusals(refused.headers.get("x-request-id") ?? "");
  assert.equal(actor, "access_account:ak_keyed");
  assert.deepEqual(data, {
    method: "DELETE",
    path: `/api/v1/applications/keyed/secrets/…${misplaced.slice(-4)}`,
    lacking: ["licet:applications.write"],
  });
});

test("ASVS 16.3.2: a refused AuthZEN request is in the audit log", async () => {
  const headers = bearer(await issueTokenTo(licet, "ak_keyed", "licet:roles.read"));
  const refused = await send(licet, { method: "POST", path: "/access/v1/evaluation", body: {}, headers });
  assert.equal(refused.status, 403);
  const [{ actor, data }] = await findRefusals(refused.headers.get("x-request-id") ?? "");
  assert.equal(actor, "access_account:ak_keyed");
  assert.deepEqual(data, {
    method: "POST",
    path: "/access/v1/evaluation",
    lacking: ["licet:authzen.evaluate"],
  });
});

test("a caller without a valid token does not fill the audit log, and neither does an invalid input", async () => {
  const unknown = await send(licet, {
    method: "GET",
    path: "/api/v1/roles",
    headers: bearer("not-a-token"),
  });
  assert.equal(unknown.status, 401);
  const missing = await admin("GET", "/roles/nothing-of-this-name");
  assert.equal(missing.status, 404);
  // This refusal is recorded, after which the others would have been recorded, too.
  const account = await createCaller(licet, "ak_keyed", "licet:roles.read");
  const refused = await account("GET", "/users");
  assert.equal((await findRefusals(refused.headers.get("x-request-id") ?? "")).length, 1);
  for (const { headers } of [unknown, missing]) {
    const { body } = await admin("GET", `/audit?request_id=${headers.get("x-request-id")}`);
    assert.deepEqual(body.items, []);
  }
});
