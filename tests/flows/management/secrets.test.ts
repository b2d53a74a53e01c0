import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { withoutIds } from "../../support/without-ids.ts";
import { type Caller, createCaller, pointersOf, secretOf } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

const requestToken = async (client_id: string, client_secret: string): Promise<number> => {
  const form = { grant_type: "client_credentials", client_id, client_secret, scope: "orders:read" };
  return (await postForm(`${licet.url}/oidc/token`, form)).status;
};

for (const [owner, path, client, member] of [
  ["an application", "/applications/target/secrets", "target", "client_secret"],
  ["an access account", "/applications/target/access-accounts/ak_t/secrets", "ak_t", "secret_key"],
] as const) {
  test(`${owner} changes its secret: a new one is added, the old one ended`, async () => {
    if (client === "ak_t") await api("PUT", "/applications/target/access-accounts/ak_t", {});
    const before = (await api("GET", path)).body.items;
    const added = await api("POST", path, { expires_at: "2040-01-01T00:00:00Z" });
    assert.equal(added.status, 201, added.text);
    const secret = added.body[member];
    assert.match(secret, /^lsk_/);
    assert.equal(added.body.hint, secret.slice(-4));
    assert.equal(await requestToken(client, secret), 200);

    const listed = await api("GET", path);
    assert.equal(listed.body.items.length, before.length + 1);
    assert.ok(!listed.text.includes(secret));
    assert.ok(!withoutIds(listed.text).includes("hash"));

    assert.equal((await api("DELETE", `${path}/${added.body.id}`)).status, 204);
    assert.equal(await requestToken(client, secret), 401, "at once");
    assert.equal((await api("DELETE", `${path}/${added.body.id}`)).status, 404);
    assert.equal((await api("GET", path)).body.items.length, before.length);
  });

  test(`${owner}: a secret of one's own needs 32 characters, and an old one does not come back`, async () => {
    const short = await api("POST", path, { [member]: "too short" });
    assert.equal(short.status, 400);
    assert.deepEqual(pointersOf(short), [`/${member}`]);
    assert.ok(!short.text.includes("too short"), "what was sent is not repeated");
    const own = `${client} has chosen this secret itself`.padEnd(40, "!");
    const added = await api("POST", path, { [member]: own });
    assert.equal(added.status, 201);
    assert.equal(await requestToken(client, own), 200);
    await api("DELETE", `${path}/${added.body.id}`);
    assert.equal((await api("POST", path, { [member]: own })).status, 409);
    assert.equal(await requestToken(client, own), 401);
  });
}

/** An hour ago, and now: an expiry that is now is over. */
const PAST_TIMES = [-3600, 0].map((seconds) => new Date(Date.now() + seconds * 1_000).toISOString());
const IN_THE_PAST = { code: "in_the_past", detail: "is in the past: it has expired already" };

test("a secret or an access account that has expired is not created: 400 at its expires_at", async () => {
  const accounts = "/applications/target/access-accounts";
  await api("PUT", `${accounts}/ak_t`, {});
  for (const expires_at of PAST_TIMES) {
    for (const [method, path, body] of [
      ["POST", "/applications/target/secrets", {}],
      ["POST", `${accounts}/ak_t/secrets`, {}],
      ["POST", accounts, { name: "Late" }],
      ["PUT", `${accounts}/ak_late`, { secret_key: secretOf("ak_late") }],
    ] as const) {
      const refused = await api(method, path, { ...body, expires_at });
      assert.equal(refused.status, 400, `${method} ${path}: ${refused.text}`);
      assert.deepEqual(refused.body.errors, [{ pointer: "/expires_at", ...IN_THE_PAST }]);
    }
  }
  const { items } = (await api("GET", accounts)).body;
  assert.ok(!items.some(({ access_key }: { access_key: string }) => access_key === "ak_late"));
});

test("an access account that is there may be ended by its expires_at, and written again as it is", async () => {
  const path = "/applications/target/access-accounts/ak_ended";
  const [expires_at] = PAST_TIMES;
  assert.equal((await api("PUT", path, { secret_key: secretOf("ak_ended") })).status, 201);
  assert.equal(await requestToken("ak_ended", secretOf("ak_ended")), 200);
  assert.equal((await api("PUT", path, { expires_at })).status, 200);
  assert.equal(await requestToken("ak_ended", secretOf("ak_ended")), 401);
  assert.equal((await api("PUT", path, { expires_at })).status, 200);
});

test("a secret cannot be reached through an application that does not own it", async () => {
  const { body } = await api("GET", "/applications/target/secrets");
  const [{ id }] = body.items;
  assert.equal((await api("DELETE", `/applications/admin/secrets/${id}`)).status, 404);
  await api("PUT", "/applications/target/access-accounts/ak_own", {});
  assert.equal((await api("GET", "/applications/admin/access-accounts/ak_own")).status, 404);
  assert.equal((await api("DELETE", "/applications/admin/access-accounts/ak_own")).status, 404);
  assert.equal((await api("POST", "/applications/admin/access-accounts/ak_own/secrets", {})).status, 404);
  const stolen = await api("PUT", "/applications/admin/access-accounts/ak_own", {});
  assert.equal(stolen.status, 409);
  assert.equal(await requestToken("target", secretOf("target")), 200);
});

test("an application that cannot keep a secret gets none", async () => {
  assert.equal((await api("POST", "/applications/phone/secrets", {})).status, 409);
  assert.equal((await api("POST", "/applications/phone/access-accounts", { name: "x" })).status, 400);
  assert.equal((await api("POST", "/applications/nobody/secrets", {})).status, 404);
});

test("an access account gets its key pair once and works within its ceiling", async () => {
  const created = await api("POST", "/applications/target/access-accounts", {
    name: "Backup",
    ceiling: ["orders:read"],
    expires_at: "2040-01-01T00:00:00Z",
  });
  assert.equal(created.status, 201, created.text);
  const { access_key, secret_key, ...account } = created.body;
  assert.match(access_key, /^ak_/);
  assert.equal(created.headers.get("location"), `/api/v1/applications/target/access-accounts/${access_key}`);
  assert.deepEqual(
    [account.application, account.name, account.ceiling, account.expires_at, account.enabled],
    ["target", "Backup", ["orders:read"], "2040-01-01T00:00:00Z", true],
  );
  assert.equal(await requestToken(access_key, secret_key), 200);
  const path = `/applications/target/access-accounts/${access_key}`;
  const disabled = await api("PUT", path, { ...(await api("GET", path)).body, enabled: false });
  assert.equal(disabled.status, 200, disabled.text);
  assert.equal(await requestToken(access_key, secret_key), 401);
  assert.equal((await api("DELETE", path)).status, 204);
});

test("no listing and no audit event has a secret, a password or a hash in it", async () => {
  const password = "this password is nobody's business";
  await api("POST", "/users", { username: "private", password });
  const { body } = await api("POST", "/applications", { name: "Private", type: "service" });
  const paths = [
    "/users",
    "/users/private",
    "/applications",
    `/applications/${body.client_id}`,
    `/applications/${body.client_id}/secrets`,
    "/audit?limit=200",
  ];
  for (const path of paths) {
    const answer = await api("GET", path);
    assert.equal(answer.status, 200);
    // The audit log says that a password was set, and nothing else about it.
    const text = withoutIds(answer.text).replaceAll('"password":{"changed":true}', "");
    for (const secret of [password, body.client_secret, "argon2", '"password', "hash"])
      assert.ok(!text.includes(secret), `${secret} in ${path}`);
  }
});
