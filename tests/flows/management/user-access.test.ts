/** The sessions and consents of a user that an administrator can see and end. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { userinfo } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { BOB, SHOP_CLIENT, STOREFRONT } from "../../support/storefront.ts";
import { type Caller, createCaller, secretOf } from "./api-client.ts";

const STATE = `${STOREFRONT.replace(
  "applications:\n",
  `applications:
  - { client_id: admin, client_secret: "${secretOf("admin")}", name: admin, type: service }
  - { client_id: reader, client_secret: "${secretOf("reader")}", name: reader, type: service }
`,
)}
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:reader, permission: licet:users.read }
`;

let licet: Storefront;
let api: Caller;
before(async () => {
  licet = await startStorefront({ state: STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

interface Item {
  readonly id: string;
}
const listSessions = async (user: string): Promise<readonly Item[]> => {
  const { status, body, text } = await api("GET", `/users/${user}/sessions`);
  assert.equal(status, 200, text);
  return body.items;
};
const isSignedIn = async (browser: { get(path: string): Promise<{ status: number }> }) =>
  (await browser.get("/account")).status === 200;
const getNewestEvent = async (type: string) =>
  (await api("GET", `/audit?type=${type}&limit=1`)).body.items[0];

test("an administrator sees where a user is signed in, and nothing that would let an attacker in", async () => {
  const phone = await licet.openBrowser();
  const items = await listSessions("alice");
  assert.equal(items.length, 2);
  assert.deepEqual(Object.keys(items[0] ?? {}), [
    "id",
    "created_at",
    "last_seen_at",
    "expires_at",
    "ip",
    "user_agent",
  ]);
  const text = JSON.stringify(items);
  for (const cookie of phone.cookies.values()) assert.ok(!text.includes(cookie));
  const [one] = items;
  assert.equal((await api("DELETE", `/users/bob/sessions/${one?.id}`)).status, 404, "it is not Bob's");
  assert.equal((await listSessions("alice")).length, 2);
});

test("one session is ended, and the others go on", async () => {
  const phone = await licet.openBrowser();
  const known = new Set((await listSessions("alice")).map(({ id }) => id));
  const laptop = await licet.openBrowser();
  const added = (await listSessions("alice")).find(({ id }) => !known.has(id));
  assert.equal((await api("DELETE", `/users/alice/sessions/${added?.id}`)).status, 204);
  assert.deepEqual([await isSignedIn(laptop), await isSignedIn(phone)], [false, true]);
  assert.equal((await api("DELETE", `/users/alice/sessions/${added?.id}`)).status, 404, "it has ended");
  const { actor, target, data } = await getNewestEvent("session.ended");
  assert.deepEqual([actor, target], ["application:admin", `session:${added?.id}`]);
  assert.equal(data.reason, "ended_by_administrator");
});

test("signing a user out everywhere ends the access of applications, too, and of no other user", async () => {
  const bob = await licet.openBrowser(BOB);
  const alice = await licet.openBrowser();
  const { access_token } = await licet.tokens({ scope: "openid offline_access orders:read" });
  assert.equal((await userinfo(licet, access_token)).status, 200);
  assert.equal((await api("DELETE", "/users/alice/sessions")).status, 204);
  assert.deepEqual(await listSessions("alice"), []);
  assert.equal((await userinfo(licet, access_token)).status, 401);
  assert.deepEqual([await isSignedIn(alice), await isSignedIn(bob)], [false, true]);
  assert.match((await getNewestEvent("user.signed_out")).target, /^user:usr_/);
  assert.equal((await api("DELETE", "/users/alice/sessions")).status, 204, "there is nothing left to end");
});

test("a consent is seen item by item, and withdrawn as a whole or in part", async () => {
  const { access_token } = await licet.tokens({ scope: "openid orders:read orders:write" }, SHOP_CLIENT);
  const read = async () => (await api("GET", "/users/alice/consents")).body.items;
  const [{ client_id, items }] = await read();
  assert.equal(client_id, SHOP_CLIENT.client_id);
  assert.deepEqual(
    items.map(({ scope, agreed }: { scope: string; agreed: boolean }) => [scope, agreed]),
    [
      ["openid", true],
      ["orders:read", true],
      ["orders:write", true],
    ],
  );
  assert.match(items[0].decided_at, /Z$/);
  assert.match(items[0].expires_at, /Z$/);
  const path = `/users/alice/consents/${SHOP_CLIENT.client_id}`;
  assert.equal((await api("DELETE", `${path}?scope=orders:refund`)).status, 404, "nothing was said about it");
  assert.equal((await userinfo(licet, access_token)).status, 200, "and nothing has ended");
  assert.equal((await api("DELETE", `${path}?scope=orders:write`)).status, 204);
  assert.equal((await userinfo(licet, access_token)).status, 401, "what rests on it ends at once");
  const left = (await read())[0].items.map(({ scope }: { scope: string }) => scope);
  assert.ok(left.includes("orders:read") && !left.includes("orders:write"));
  assert.equal((await api("DELETE", path)).status, 204);
  assert.deepEqual(await read(), []);
  const { actor, target, data } = await getNewestEvent("consent.withdrawn");
  assert.deepEqual([actor, target], ["application:admin", `application:${SHOP_CLIENT.client_id}`]);
  assert.match(data.user, /^usr_/);
  for (const unknown of ["nobody", "ak_shop", "%00"])
    assert.equal((await api("DELETE", `/users/alice/consents/${unknown}`)).status, 404, unknown);
});

test("a caller that may only read ends nothing, and users who do not exist have nothing", async () => {
  const reader = await createCaller(licet, "reader", "licet:users.read");
  for (const path of ["/users/alice/sessions", "/users/alice/consents"])
    assert.equal((await reader("GET", path)).status, 200);
  for (const [method, path] of [
    ["DELETE", "/users/alice/sessions"],
    ["DELETE", "/users/alice/sessions/ses_x"],
    ["DELETE", "/users/alice/consents/the-shop"],
    ["POST", "/users/alice/password-resets"],
  ] as const)
    assert.equal((await reader(method, path)).status, 403, `${method} ${path}`);
  for (const path of ["/users/nobody/sessions", "/users/usr_nobody/consents"])
    assert.equal((await api("GET", path)).status, 404);
});
