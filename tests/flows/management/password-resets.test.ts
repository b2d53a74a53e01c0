import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { assertOwnScript, withoutOwnScript } from "../../security/login/own-script.ts";
import { createBrowser, isLoginPage, type Page, readForm, signIn, userinfo } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, STOREFRONT } from "../../support/storefront.ts";
import { type Caller, createCaller, secretOf } from "./api-client.ts";

const USERS_WRITE_SCOPE = "licet:users.read licet:users.write";
const STATE = `${STOREFRONT.replace(
  "applications:\n",
  `applications:
  - { client_id: admin, client_secret: "${secretOf("admin")}", name: admin, type: service }
  - { client_id: helpdesk, client_secret: "${secretOf("helpdesk")}", name: helpdesk, type: service }
`,
).replace(
  "users:\n",
  "users:\n  - { username: carol }\n  - { username: olga, password: olga runs all of this }\n",
)}
  - { principal: application:admin, role: licet-administrator }
  - { principal: application:helpdesk, permission: licet:users.write }
  - { principal: application:helpdesk, permission: licet:users.read }
  - { principal: user:olga, role: licet-administrator }
`;

let licet: Storefront;
let api: Caller;
before(async () => {
  licet = await startStorefront({ readsLog: true, state: STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

async function issue(user: string): Promise<string> {
  const { status, body, text } = await api("POST", `/users/${user}/password-resets`);
  assert.equal(status, 201, text);
  assert.match(body.expires_at, /Z$/);
  const url = new URL(body.url);
  assert.equal(url.origin + url.pathname, `${licet.url}/reset-password`);
  return url.pathname + url.search;
}

type Browser = ReturnType<typeof createBrowser>;
async function choose(browser: Browser, page: Page, password: string, headers = {}): Promise<Page> {
  const fields = readForm(page, 'id="reset-submit"').filter(([name]) => name !== "new_password");
  return browser.post("/reset-password", [...fields, ["new_password", password]], headers);
}

const canSignIn = async (username: string, password: string): Promise<boolean> => {
  const browser = createBrowser(licet.url);
  const login = await browser.get((await browser.get("/account")).location ?? "");
  return !isLoginPage(await signIn(browser, login, { username, password }));
};

test("a new password works at once, also after ten wrong ones for the old one", async () => {
  const password = "carol begins again today";
  for (let count = 0; count < 10; count += 1) assert.equal(await canSignIn("carol", "a guess"), false);
  assert.equal(await canSignIn("carol", "a guess"), false);
  const browser = createBrowser(licet.url);
  const done = await choose(browser, await browser.get(await issue("carol")), password);
  assert.equal(done.status, 200, done.text);
  assert.equal(await canSignIn("carol", password), true);
});

test("an administrator makes a link, the user chooses a password, and everything from before is over", async () => {
  const { access_token } = await licet.tokens({ scope: "openid offline_access orders:read" });
  const link = await issue("alice");
  const browser = createBrowser(licet.url);
  const page = await browser.get(link);
  assert.equal(page.status, 200);
  assert.match(page.text, /alice/);
  assert.equal((await userinfo(licet, access_token)).status, 200, "to look at the page changes nothing");
  const done = await choose(browser, page, "fresh and easy to remember");
  assert.equal(done.status, 200, done.text);
  assert.match(done.text, /<a [^>]*href="\/account"/);
  assert.equal((await userinfo(licet, access_token)).status, 401);
  assert.notEqual((await licet.alice.get("/account")).status, 200, "she is signed out");
  assert.deepEqual(
    [await canSignIn("alice", ALICE.password), await canSignIn("alice", "fresh and easy to remember")],
    [false, true],
  );
  for (const again of [await browser.get(link), await choose(browser, page, "one more try at it")]) {
    assert.equal(again.status, 400);
    assert.match(again.text, /This link does not work any more/);
  }
  assert.ok(await canSignIn("alice", "fresh and easy to remember"));
});

test("the audit log has the issuer and the user of the link, and the token is nowhere", async () => {
  const link = await issue("bob");
  const token = link.slice(link.indexOf("=") + 1);
  const browser = createBrowser(licet.url);
  const page = await browser.get(link);
  await choose(browser, page, "bob has another one now");
  await licet.runJob("audit");
  const auditLog = await api("GET", "/audit?type=user.&limit=50");
  const [issued] = auditLog.body.items.filter(
    ({ type }: { type: string }) => type === "user.password_reset_issued",
  );
  const [used] = auditLog.body.items.filter(({ type }: { type: string }) => type === "user.password_reset");
  assert.equal(issued.actor, "application:admin");
  assert.equal(used.actor, issued.target);
  assert.ok(!auditLog.text.includes(token));
  assert.ok(!licet.logged().includes(token) && !licet.logged().includes("bob has another"));
});

test("the page sends its address to no other server, and has no script but our own, and no cache", async () => {
  const page = await createBrowser(licet.url).get(await issue("carol"));
  assert.equal(page.headers.get("referrer-policy"), "strict-origin");
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.equal(
    page.headers.get("content-security-policy")?.replace(/ script-src 'nonce-[\w-]{22}';/, ""),
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  assertOwnScript("reset", page.headers.get("content-security-policy") ?? "", page.text);
  assert.doesNotMatch(withoutOwnScript(page.text), /<script/);
  const chinese = await createBrowser(licet.url).get(await issue("carol"), { "accept-language": "zh" });
  assert.match(chinese.text, /设置新密码/);
});

test("a password that is too short is told, and the link still works", async () => {
  const browser = createBrowser(licet.url);
  const page = await browser.get(await issue("carol"));
  for (const [password, message] of [
    ["", /Enter a new password/],
    ["short", /too short/],
    ["x".repeat(4_097), /too long/],
  ] as const) {
    const refused = await choose(browser, page, password);
    assert.equal(refused.status, 400);
    assert.match(refused.text, message);
    assert.equal(refused.headers.get("referrer-policy"), "strict-origin");
  }
  assert.equal((await choose(browser, page, "carol's very first one")).status, 200);
  assert.ok(await canSignIn("carol", "carol's very first one"));
});

test("a newer link, an hour, or a password that was set otherwise make a link void", async () => {
  const older = await issue("carol");
  const newer = await issue("carol");
  const statusOf = async (link: string) => (await createBrowser(licet.url).get(link)).status;
  assert.deepEqual([await statusOf(older), await statusOf(newer)], [400, 200]);
  await api("PUT", "/users/carol", { password: "set by an administrator" });
  assert.equal(await statusOf(newer), 400);
  const expired = await issue("carol");
  licet.clock.advance(3_600);
  assert.equal(await statusOf(expired), 400);
  licet.clock.advance(-3_600);
  for (const link of [
    "/reset-password",
    "/reset-password?token=",
    "/reset-password?token=lrs_x",
    "/reset-password?token=%00",
  ])
    assert.equal(await statusOf(link), 400, link);
  assert.equal(await statusOf(`${newer}&token=x`), 400);
});

describe("a form that another site sends changes nothing", () => {
  for (const [name, headers] of Object.entries({
    "another origin": { origin: "https://evil.test" },
    "no origin": { origin: "null" },
    "another site": { "sec-fetch-site": "cross-site" },
    "another subdomain": { "sec-fetch-site": "same-site" },
  })) {
    test(name, async () => {
      const browser = createBrowser(licet.url);
      const link = await issue("carol");
      const page = await browser.get(link);
      assert.equal((await choose(browser, page, "chosen by an attacker", headers)).status, 403);
      assert.equal((await browser.get(link)).status, 200);
    });
  }
  test("without the token of the form, or from another browser", async () => {
    const link = await issue("carol");
    const page = await createBrowser(licet.url).get(link);
    assert.equal((await choose(createBrowser(licet.url), page, "chosen by an attacker")).status, 403);
    const token = link.slice(link.indexOf("=") + 1);
    const bare = await createBrowser(licet.url).post("/reset-password", [
      ["token", token],
      ["new_password", "chosen by an attacker"],
    ]);
    assert.equal(bare.status, 403);
  });
});

test("only a caller that may set the password can create a link", async () => {
  const helpdesk = await createCaller(licet, "helpdesk", USERS_WRITE_SCOPE);
  assert.equal(
    (await helpdesk("POST", "/users/carol/password-resets")).status,
    201,
    "she has no permissions",
  );
  for (const user of ["alice", "olga"]) {
    const set = await helpdesk("PUT", `/users/${user}`, { username: user, password: "set by the help desk" });
    const reset = await helpdesk("POST", `/users/${user}/password-resets`);
    assert.deepEqual([reset.status, reset.body.lacking], [set.status, set.body.lacking], user);
    assert.equal(reset.status, 403);
  }
});

test("a link may be made to last for less than an hour, and not for more", async () => {
  const ask = (body: object) => api("POST", "/users/carol/password-resets", body);
  const askedAt = licet.clock.seconds();
  const { body } = await ask({ expires_in: 120 });
  const issuedAt = Date.parse(body.expires_at) / 1_000 - 120;
  assert.ok(askedAt <= issuedAt && issuedAt <= licet.clock.seconds(), body.expires_at);
  const { pathname, search } = new URL(body.url);
  licet.clock.advance(121);
  assert.equal((await createBrowser(licet.url).get(pathname + search)).status, 400);
  for (const wrong of [{ expires_in: 59 }, { expires_in: 3_601 }, { expires_in: "60" }, { until: 1 }])
    assert.equal((await ask(wrong)).status, 400);
});

test("there is no link for a user who is disabled or does not exist", async () => {
  assert.equal((await api("POST", "/users/nobody/password-resets")).status, 404);
  await api("PUT", "/users/carol", { enabled: false });
  const { status, body } = await api("POST", "/users/carol/password-resets");
  assert.equal(status, 409);
  assert.match(body.detail, /enable it first/);
});
