// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RunningLicet } from "../../../support/start-licet.ts";
import { assertProblem, type Caller, createCaller, fingerprint, startGuarded } from "../guarded-api.ts";
import { secretOf } from "../world.ts";

const CEILING = ["licet:applications.write", "licet:assignments.write", "licet:roles.write"];

/** The application may do everything; its access account no more than its ceiling lets through. */
const WORLD = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
roles:
  - { name: rung }
applications:
  - client_id: mighty
    name: mighty
    type: service
    client_secret: "${secretOf("mighty")}"
    access_accounts:
      - { access_key: ak_low, secret_key: "${secretOf("ak_low")}", ceiling: [${CEILING.map((each) => `"${each}"`).join(", ")}] }
      - { access_key: ak_other, secret_key: "${secretOf("ak_other")}", ceiling: [orders:read] }
assignments:
  - { principal: application:mighty, role: licet-administrator }
  - { principal: application:mighty, permission: "orders:*" }
`;

let licet: RunningLicet;
let account: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  account = await createCaller(licet, "ak_low", CEILING.join(" "));
});
after(() => licet.stop());

const secret_key = "a-secret-that-the-account-has-thought-of";

test("ASVS 8.2.1: an access account cannot get above its ceiling by its own application", async () => {
  const untouched = await fingerprint(licet);
  for (const [method, path, body] of [
    ["PUT", "/applications/mighty/access-accounts/ak_low", {}],
    ["PUT", "/applications/mighty/access-accounts/ak_low", { ceiling: ["licet:*"] }],
    ["PUT", "/applications/mighty/access-accounts/ak_low", { ceiling: [...CEILING, "orders:read"] }],
    ["POST", "/applications/mighty/access-accounts", { secret_key }],
    ["POST", "/applications/mighty/access-accounts", { secret_key, ceiling: ["licet:keys.write"] }],
    ["POST", "/applications/mighty/access-accounts/ak_other/secrets", { secret_key }],
    ["PUT", "/applications/mighty/access-accounts/ak_other", { secret_key, ceiling: ["orders:*"] }],
    ["POST", "/applications/mighty/secrets", {}],
    ["POST", "/applications/mighty/secrets", { client_secret: secret_key }],
    ["PUT", "/applications/mighty", { type: "service", client_secret: secret_key }],
    ["POST", "/assignments", { principal: "access_account:ak_low", permission: "orders:read" }],
    ["POST", "/assignments", { principal: "access_account:ak_low", permission: "licet:escalate" }],
    ["POST", "/assignments", { principal: "access_account:ak_low", role: "licet-administrator" }],
    ["PUT", "/roles/rung", { grants: ["orders:read"] }],
  ] as const) {
    const answer = await account(method, path, body);
    assert.equal(answer.status, 403, `${method} ${path} ${JSON.stringify(body)} ${answer.text}`);
    assertProblem(answer, 403, "forbidden");
    assert.ok(answer.body.lacking.length > 0, "and says what it lacks");
    assert.equal(answer.headers.get("www-authenticate"), null, "a wider token would not help");
  }
  assert.deepEqual(await fingerprint(licet), untouched);
});

test("an account may grant what it holds", async () => {
  const given = await account("PUT", "/roles/rung", { grants: CEILING });
  assert.equal(given.status, 200, given.text);
  const made = await account("POST", "/applications/mighty/access-accounts", { ceiling: CEILING.slice(1) });
  assert.equal(made.status, 201, made.text);
});

test("ASVS 8.2.1: who may do everything with Licet still grants only what it holds, unless the token says licet:escalate", async () => {
  await licet.apply(`
applications:
  - { client_id: clerk, name: clerk, type: service, client_secret: "${secretOf("clerk")}" }
assignments:
  - { principal: application:clerk, role: licet-administrator }
`);
  const assignment = { principal: "application:clerk", permission: "orders:read" };
  const without = await createCaller(licet, "clerk", "licet:assignments.write");
  assertProblem(await without("POST", "/assignments", assignment), 403, "forbidden");
  const escalating = await createCaller(licet, "clerk", "licet:assignments.write licet:escalate");
  assert.equal((await escalating("POST", "/assignments", assignment)).status, 201);
});
