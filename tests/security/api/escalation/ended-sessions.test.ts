// @engine both: two nodes share a database on PostgreSQL.

/** To end the sessions or consents of a holder of permissions of Licet takes these permissions in the token. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { describeOn } from "../../../support/engines.ts";
import { createServerDatabase } from "../../../support/server-database.ts";
import { createBrowser, exchange, getCode } from "../../../support/sign-in.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../../support/start-licet.ts";
import {
  assertProblem,
  type Caller,
  callerWith,
  createCaller,
  issueTokenTo,
  startGuarded,
} from "../guarded-api.ts";
import { secretOf, service } from "../world.ts";

const CALLBACK = "https://desk.example.test/cb";
const USERS = ["root", "anna", "ines", "karl", "former"] as const;
type Username = (typeof USERS)[number];
const passwordOf = (username: string) => `${username} likes long passwords`;

/** `root` is the only administrator. The application `helper` may hand out everything, and is none. */
const WORLD = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
groups:
  - { name: inner, members: [user:ines] }
  - { name: outer, members: [group:inner] }
users:
${USERS.map((username) => `  - { username: ${username}, password: ${passwordOf(username)} }`).join("\n")}
applications:
${service("helpdesk")}
${service("helper")}
  - { client_id: desk, client_secret: "${secretOf("desk")}", name: desk, type: web, redirect_uris: ["${CALLBACK}"], delegated: [{ scope: "licet:users.write", consent: optional }, { scope: orders:read, consent: optional }] }
assignments:
  - { principal: user:root, role: licet-administrator }
  - { principal: user:anna, permission: licet:audit.read }
  - { principal: user:anna, permission: licet:users.write }
  - { principal: group:outer, permission: licet:audit.read }
  - { principal: user:karl, permission: orders:read }
  - { principal: user:former, role: licet-administrator, expires_at: 2001-01-01T00:00:00Z }
  - { principal: application:helpdesk, permission: licet:users.write }
  - { principal: application:helpdesk, permission: licet:users.read }
  - { principal: application:helpdesk, permission: licet:audit.read }
  - { principal: application:helper, permission: licet:users.write }
  - { principal: application:helper, permission: licet:escalate }
`;

const WRITES = "licet:users.read licet:users.write";

let licet: RunningLicet;
let helpdesk: Caller;
let auditing: Caller;
let escalating: Caller;
before(async () => {
  licet = await startGuarded(WORLD);
  helpdesk = await createCaller(licet, "helpdesk", WRITES);
  auditing = await createCaller(licet, "helpdesk", `${WRITES} licet:audit.read`);
  escalating = await createCaller(licet, "helper", "licet:users.write licet:escalate");
});
after(() => licet.stop());

const request = (scope: string) => ({
  client_id: "desk",
  response_type: "code",
  redirect_uri: CALLBACK,
  scope,
  prompt: "consent",
});

interface Session {
  readonly code: string;
  isSignedIn(): Promise<boolean>;
}

/** Signs a user in, who agrees to what the desk asks for. */
async function openSession(username: Username, scope = "openid"): Promise<Session> {
  const browser = createBrowser(licet.url);
  const code = await getCode(browser, request(scope), { username, password: passwordOf(username) });
  const isSignedIn = async () => (await browser.get("/account")).status === 200;
  return { code, isSignedIn };
}

/** A caller with a token of the user, which carries licet:users.write alone. */
async function createUserCaller({ code }: Session): Promise<Caller> {
  const form = { client_id: "desk", client_secret: secretOf("desk"), redirect_uri: CALLBACK };
  const { body } = await exchange(licet, code, form);
  assert.equal(body.scope, "licet:users.write");
  return callerWith(licet, String(body.access_token));
}

/** Every call that ends something of a user's access. The user is signed in, the newest session first. */
async function endingsOf(username: Username): Promise<readonly string[]> {
  const { body } = await helpdesk("GET", `/users/${username}/sessions`);
  return [
    `/users/${username}/consents/desk?scope=openid`,
    `/users/${username}/consents/desk`,
    `/users/${username}/sessions/${body.items[0].id}`,
    `/users/${username}/sessions`,
  ];
}

describe("a token with licet:users.write alone", () => {
  for (const [username, lacking] of [
    ["root", "licet:*"],
    ["anna", "licet:audit.read"],
    ["ines", "licet:audit.read"],
  ] as const)
    test(`ends nothing of ${username}, who has ${lacking}`, async () => {
      const session = await openSession(username);
      const consents = await helpdesk("GET", `/users/${username}/consents`);
      for (const path of await endingsOf(username)) {
        const answer = await helpdesk("DELETE", path);
        assertProblem(answer, 403, "forbidden");
        assert.deepEqual(answer.body.lacking, [lacking], path);
        assert.match(answer.body.detail, /the token must carry; it lacks licet:.*licet:escalate/);
      }
      assert.ok(await session.isSignedIn());
      assert.deepEqual((await helpdesk("GET", `/users/${username}/consents`)).body, consents.body);
    });

  test("does not learn which sessions and consents an administrator has", async () => {
    for (const path of ["/users/root/sessions/ses_unknown", "/users/root/consents/unknown"])
      assertProblem(await helpdesk("DELETE", path), 403, "forbidden");
    assertProblem(await helpdesk("DELETE", "/users/nobody/sessions"), 404, "not_found");
  });

  for (const username of ["karl", "former"] as const)
    test(`ends the access of ${username}, who has no permission of Licet now`, async () => {
      const session = await openSession(username);
      for (const path of await endingsOf(username)) {
        const answer = await helpdesk("DELETE", path);
        assert.equal(answer.status, 204, `${path} ${answer.text}`);
      }
      assert.equal(await session.isSignedIn(), false);
    });

  test("is recorded as refused, with what it tried", async () => {
    const [{ id }] = (await helpdesk("GET", "/users?search=root")).body.items;
    for (const [path, tried] of [
      ["sessions", `end sessions of user ${id}`],
      ["consents/desk", `end consents of user ${id}`],
    ] as const) {
      const refused = await helpdesk("DELETE", `/users/root/${path}`);
      await licet.runJob("audit");
      const requestId = refused.headers.get("x-request-id");
      const [event] = (await auditing("GET", `/audit?type=api.denied&request_id=${requestId}`)).body.items;
      assert.equal(event.actor, "application:helpdesk");
      assert.deepEqual(event.data, {
        method: "DELETE",
        path: `/api/v1/users/root/${path}`,
        lacking: ["licet:*"],
        tried: [tried],
      });
    }
  });
});

for (const username of ["anna", "ines"] as const)
  test(`a token that carries the permissions of ${username} ends the access`, async () => {
    const session = await openSession(username);
    for (const path of await endingsOf(username))
      assert.equal((await auditing("DELETE", path)).status, 204, path);
    assert.equal(await session.isSignedIn(), false);
  });

test("a token with licet:escalate ends the sessions of the last administrator, who can sign in again", async () => {
  const session = await openSession("root");
  for (const path of await endingsOf("root")) {
    const answer = await escalating("DELETE", path);
    assert.equal(answer.status, 204, `${path} ${answer.text}`);
  }
  assert.equal(await session.isSignedIn(), false);
  assert.ok(await (await openSession("root")).isSignedIn());
});

describe("users with permissions of Licet, by a token that carries licet:users.write alone", () => {
  for (const username of ["anna", "root"] as const)
    test(`${username} ends their own consents and sessions`, async () => {
      for (const index of [1, 2, 3]) {
        const session = await openSession(username, "licet:users.write");
        const own = await createUserCaller(session);
        const path = (await endingsOf(username))[index] ?? "";
        const answer = await own("DELETE", path);
        assert.equal(answer.status, 204, `${path} ${answer.text}`);
        assert.equal(await session.isSignedIn(), path.includes("consents"));
        // Each round has one session.
        await escalating("DELETE", `/users/${username}/sessions`);
      }
    });

  test("anna ends no sessions of others who have more than her token carries", async () => {
    const own = await createUserCaller(await openSession("anna", "licet:users.write"));
    const answer = await own("DELETE", "/users/ines/sessions");
    assert.deepEqual(
      answer.body.lacking,
      ["licet:audit.read"],
      "she holds it, and her token does not carry it",
    );
  });
});

describeOn("postgres", "two nodes with two workers each", () => {
  test("a permission that was given on one node protects the sessions of its holder on the other", async (t) => {
    const database = await createServerDatabase(ENGINE);
    const baseUrl = "https://id.example.test";
    const one = await startLicet({ state: WORLD, database, baseUrl, workers: 2 });
    const two = await startLicet({ state: "", database, baseUrl, workers: 2 });
    t.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await database.drop();
    });
    await two.catchUp();
    const there = callerWith(two, await issueTokenTo(one, "helpdesk", WRITES));
    const end = () => there("DELETE", "/users/karl/sessions");
    assert.equal((await end()).status, 204);
    await one.apply("assignments: [{ principal: user:karl, permission: licet:keys.read }]");
    for (let time = 0; time < 4; time += 1)
      assert.deepEqual((await end()).body?.lacking, ["licet:keys.read"], "the newest revision counts");
  });
});
