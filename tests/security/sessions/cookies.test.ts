// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createPageBrowser } from "../login/page-browser.ts";
import { type RunningPages, startPages } from "../login/start-pages.ts";
import { PASSWORD } from "../login/world.ts";

let plain: RunningPages;
let secure: RunningPages;
before(async () => {
  plain = await startPages({ readsLog: true });
  secure = await startPages({ readsLog: true, baseUrl: "https://id.example.test" });
});
after(() => Promise.all([plain.stop(), secure.stop()]));

/** Every cookie that is set on the way from nowhere to being signed in. */
async function cookiesSetBy(pages: RunningPages): Promise<readonly string[]> {
  const browser = createPageBrowser(pages.url);
  const first = await browser.get("/login");
  const page = await browser.get(String(first.headers.location));
  const signedIn = await browser.post("/login", { ...page.fields, username: "ada", password: PASSWORD });
  assert.equal(signedIn.status, 303);
  return [first, page, signedIn].flatMap(({ headers }) => headers["set-cookie"] ?? []);
}

test("RFC 6265bis §4.1.3: under https all cookies are __Host-, Secure, HttpOnly, Lax, of this host and path", async () => {
  const [browser, session, device, ...more] = await cookiesSetBy(secure);
  assert.match(browser ?? "", /^__Host-licet_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  assert.match(session ?? "", /^__Host-licet_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  assert.match(
    device ?? "",
    /^__Host-licet_device=[\w.~-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  assert.deepEqual(more, [], "each is set once");
});

test("on the loopback without TLS the cookies have plain names, and everything else as well", async () => {
  const [browser, session] = await cookiesSetBy(plain);
  assert.match(browser ?? "", /^licet_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.match(session ?? "", /^licet_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("under https a cookie without the prefix, which another subdomain could have set, is not believed", async () => {
  const browser = createPageBrowser(secure.url);
  await browser.signIn("ada", PASSWORD);
  assert.equal((await browser.get("/account")).status, 200);
  const cookie = `licet_session=${browser.sessionToken()}; licet_browser=${browser.token()}`;
  assert.equal((await browser.get("/account", { cookie })).status, 303);
});

test("ASVS 3.3: over http to another machine users cannot sign in, and no cookie is set", async () => {
  const pages = await startPages({
    readsLog: true,
    baseUrl: "http://id.example.test",
    settings: { allow_http: "true" },
  });
  const browser = createPageBrowser(pages.url);
  for (const path of ["/login", "/account"]) {
    const answer = await browser.get(path);
    assert.equal(answer.status, 503);
    assert.equal(answer.headers["set-cookie"], undefined);
  }
  assert.match(pages.logged(), /pages need a base URL with https/);
  await pages.stop();
});

test("strange cookies are no cookies, and no error", async () => {
  const jars = [
    "licet_session",
    "licet_session=",
    "licet_session=;licet_browser=",
    `licet_session=${"x".repeat(8_000)}`,
    `licet_session=${"A".repeat(43)}; licet_browser=${"%00".repeat(20)}`,
    `licet_session="${"A".repeat(43)}"`,
    ";;;=;= ; licet_session=a=b=c",
  ];
  for (const cookie of jars) {
    const answer = await createPageBrowser(plain.url).get("/account", { cookie });
    assert.equal(answer.status, 303, cookie.slice(0, 60));
    assert.match(String(answer.headers.location), /^\/login\?interaction=/);
  }
});

test("a session cookie that came twice is not believed: one of them was planted", async () => {
  const browser = createPageBrowser(plain.url);
  await browser.signIn("ada", PASSWORD);
  const own = browser.sessionToken();
  for (const cookie of [
    `licet_session=${own}; licet_session=${"A".repeat(43)}`,
    `licet_session=${"A".repeat(43)}; licet_session=${own}`,
  ])
    assert.equal((await browser.get("/account", { cookie })).status, 303);
});

test("neither token is ever logged, stored in clear or shown", async () => {
  const browser = createPageBrowser(plain.url);
  await browser.signIn("ada", PASSWORD);
  const page = await browser.get("/account");
  const tokens = [browser.token(), browser.sessionToken() ?? ""];
  const stored = JSON.stringify(await plain.storage.sessions.listOfUser((await plain.getUser("ada")).id));
  const auditLog = JSON.stringify(await plain.auditLog());
  for (const token of tokens) {
    assert.ok(token.length === 43);
    for (const text of [page.text, stored, auditLog, plain.logged()])
      assert.equal(text.includes(token), false);
  }
});
