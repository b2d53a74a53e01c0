import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { signAccessToken } from "../../../packages/server/src/tokens/access-token.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { storeDelegation } from "../../support/store-delegation.ts";
import { send } from "../checks/send.ts";
import { fetchToken } from "../fetch-token.ts";
import { ALICE, EVALUATOR, READ, RECORD_1, RECORDS } from "./records.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: RECORDS });
});
after(() => licet.stop());

const question = { subject: ALICE, action: READ, resource: RECORD_1 };
const ENDPOINTS = ["evaluation", "evaluations", "search/subject", "search/resource", "search/action"];

test("the metadata names this server and all that it offers", async () => {
  const { status, headers, body } = await send(`${licet.url}/.well-known/authzen-configuration`, undefined);
  assert.equal(status, 200);
  assert.match(headers.get("content-type") ?? "", /^application\/json/);
  assert.deepEqual(body, {
    policy_decision_point: licet.url,
    access_evaluation_endpoint: `${licet.url}/access/v1/evaluation`,
    access_evaluations_endpoint: `${licet.url}/access/v1/evaluations`,
    search_subject_endpoint: `${licet.url}/access/v1/search/subject`,
    search_resource_endpoint: `${licet.url}/access/v1/search/resource`,
    search_action_endpoint: `${licet.url}/access/v1/search/action`,
  });
});

test("no endpoint answers without a token, whatever the body, and none takes another method", async () => {
  for (const endpoint of ENDPOINTS) {
    const url = `${licet.url}/access/v1/${endpoint}`;
    for (const body of [question, "{", ""]) {
      const answer = await send(url, undefined, body);
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get("www-authenticate"), 'Bearer realm="licet"');
    }
    assert.equal((await send(url, "made.up.token", question)).status, 401);
    const get = await send(url, undefined);
    assert.equal(get.status, 405);
    assert.equal(get.headers.get("allow"), "POST");
  }
});

test("an evaluation needs licet:authzen.evaluate, and a search licet:authzen.search", async () => {
  const token = await fetchToken(licet, EVALUATOR, "licet:authzen.evaluate licet:authzen.search");
  assert.equal((await send(`${licet.url}/access/v1/evaluation`, token, question)).status, 200);
  const refused = await send(`${licet.url}/access/v1/search/subject`, token, question);
  assert.equal(refused.status, 403);
  assert.match(refused.headers.get("www-authenticate") ?? "", /insufficient_scope.*licet:authzen\.search/);
});

test("a user's token is refused, even when the user holds the permission", async () => {
  const scope = "licet:authzen.evaluate";
  await licet.apply(`
applications: [{ client_id: desk, type: spa, delegated: [${scope}] }]
assignments: [{ principal: user:alice, permission: ${scope} }]`);
  const { users, keyRing, clock } = licet.services;
  const alice = await users.find("alice");
  assert.ok(alice);
  const now = clock.seconds();
  const token = await signAccessToken(keyRing, {
    issuer: licet.url,
    subject: alice.id,
    audience: `${licet.url}/api/v1`,
    clientId: "desk",
    scope,
    issuedAt: now,
    expiresAt: now + 60,
    tokenId: await storeDelegation(licet, alice, "desk", scope),
    algorithm: "ES256",
    user: { authTime: now, acr: "1", amr: ["pwd"] },
  });
  assert.equal((await send(`${licet.url}/access/v1/evaluation`, token, question)).status, 403);
});
