// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertOwnScript, withoutOwnScript } from "./own-script.ts";
import { createPageBrowser, type PageAnswer } from "./page-browser.ts";
import { type RunningPages, startPages } from "./start-pages.ts";
import { PASSWORD } from "./world.ts";

let plain: RunningPages;
let secure: RunningPages;
before(async () => {
  plain = await startPages();
  secure = await startPages({ baseUrl: "https://id.example.test" });
});
after(() => Promise.all([plain.stop(), secure.stop()]));

function assertPage(what: string, { headers, status, text }: PageAnswer): void {
  const csp = String(headers["content-security-policy"]);
  const directives = new Map(
    csp.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
  assert.match(String(headers["content-type"]), /^text\/html; charset=utf-8$/, `${what} (${status})`);
  assert.equal(directives.get("default-src"), "'none'", what);
  assert.equal(directives.get("frame-ancestors"), "'none'", what);
  assert.equal(directives.get("base-uri"), "'none'", what);
  assert.match(directives.get("form-action") ?? "", /^'self'( https:\/\/shop\.example\.test)?$/, what);
  assertOwnScript(what, csp, text);
  assert.doesNotMatch(csp, /unsafe|\*|data:|http:/, what);
  assert.equal(headers["x-frame-options"], "DENY", what);
  assert.equal(headers["x-content-type-options"], "nosniff", what);
  assert.equal(headers["cache-control"], "no-store", what);
  // Under no-referrer browsers send `Origin: null` with our own forms.
  assert.equal(headers["referrer-policy"], "same-origin", what);
  assert.equal(headers["cross-origin-opener-policy"], "same-origin", what);
  assert.doesNotMatch(withoutOwnScript(text), /<script|<style|style="|javascript:| on[a-z]+="/i, what);
  assert.doesNotMatch(text, /at .*\.ts:\d+|node:internal|FST_ERR_|SQLITE/, what);
}

test("RFC 9700 §4.16: every HTML answer forbids frames, and scripts but the one that shows a password, errors included", async () => {
  for (const pages of [plain, secure]) {
    const browser = createPageBrowser(pages.url);
    const login = await browser.openLogin();
    assertPage("login", login);
    assertPage(
      "wrong password",
      await browser.post("/login", { ...login.fields, username: "ada", password: "no" }),
    );
    assertPage("refused form", await browser.post("/login", {}));
    assertPage("foreign form", await browser.post("/login", {}, { origin: "https://evil.test" }));
    assertPage("malformed form", await browser.post("/login", "a=%zz"));
    assertPage("wrong type", await browser.post("/login", "{}", { "content-type": "application/json" }));
    assertPage("expired", await browser.get("/login?interaction=gone"));
    assertPage("repeated parameter", await browser.get("/login?interaction=a&interaction=b"));
    assertPage("wrong method", await browser.post("/account", {}));
    assertPage("unknown logo", await browser.get("/assets/logos/shop/unknown"));
    const path = await pages.authorize(browser, { prompt: "select_account" });
    const forApplication = await browser.get(path);
    assertPage("login for an application", forApplication);
    assert.match(forApplication.text, /name="password"/);
    assert.equal((await browser.signIn("ada", PASSWORD)).status, 303);
    const accounts = await browser.get(path);
    assertPage("select account", accounts);
    assert.match(accounts.text, /id="account-continue"/);
    const account = await browser.get("/account");
    assertPage("account", account);
    assert.equal(account.status, 200);
    assertPage("refused account form", await browser.post("/account/password", {}));
    assertPage("no such session", await browser.post("/account/sessions/end", { csrf: account.fields.csrf }));
  }
});

/** The code is not the business of these tests. */
const withoutCode = (location: unknown) => String(location).replace(/code=[^&]*/, "code");

test("RFC 9700 §4.12: after every form the browser goes on with 303", async () => {
  const browser = createPageBrowser(plain.url);
  const select = { prompt: "select_account", state: "s" };
  const back = `https://shop.example.test/callback?code&state=s&iss=${encodeURIComponent(plain.url)}`;
  const login = await browser.get(await plain.authorize(browser, select));
  assert.match(
    String(login.headers["content-security-policy"]),
    /form-action 'self' https:\/\/shop\.example\.test;/,
  );
  const signedIn = await browser.post("/login", { ...login.fields, username: "ben", password: PASSWORD });
  assert.equal(signedIn.status, 303);
  assert.equal(withoutCode(signedIn.headers.location), back);
  const path = await plain.authorize(browser, select);
  const { fields } = await browser.get(path);
  const other = await browser.post("/login", { ...fields, decision: "other" });
  assert.equal(other.status, 303);
  assert.equal(other.headers.location, `${path}&account=other`);
  assert.match((await browser.get(`${path}&account=other`)).text, /name="password"/);
  const chosen = await browser.post("/login", { ...fields, decision: "continue" });
  assert.equal(chosen.status, 303);
  assert.equal(withoutCode(chosen.headers.location), back);
});

test("OpenID Connect Core §3.1.2.1: choosing an account is no answer to prompt=login or max_age", async () => {
  const browser = createPageBrowser(plain.url);
  await browser.signIn("ben", PASSWORD);
  for (const wish of [{ prompt: "login" }, { prompt: "login select_account" }, { max_age: "0" }]) {
    const path = await plain.authorize(browser, wish);
    const { fields, text } = await browser.get(path);
    assert.match(text, /name="password"/);
    const { username: _u, password: _p, ...form } = fields;
    const answer = await browser.post("/login", { ...form, decision: "continue" });
    assert.equal(answer.headers.location, path);
    assert.match((await browser.get(path)).text, /name="password"/, "the password is still asked for");
  }
});

test("assets may be kept for ever, and run nothing where they are opened", async () => {
  const browser = createPageBrowser(plain.url);
  const page = await browser.openLogin();
  const paths = [...page.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
  assert.ok(paths.length >= 2);
  for (const path of paths) {
    const asset = await browser.get(path);
    assert.equal(asset.status, 200, path);
    assert.equal(asset.headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal(asset.headers.pragma, undefined);
    assert.equal(asset.headers["x-content-type-options"], "nosniff");
    assert.match(String(asset.headers["content-security-policy"]), /default-src 'none'/);
    assert.equal(asset.headers["set-cookie"], undefined);
  }
});

test("a logo is served from our own origin, under the address that names its content", async () => {
  const bytes = Buffer.from("89504e470d0a1a0a", "hex");
  await plain.storage.logos.put("shop", { mediaType: "image/png", bytes, digest: "abc" });
  const browser = createPageBrowser(plain.url);
  const { text } = await browser.get(await plain.authorize(browser));
  assert.match(text, /src="\/assets\/logos\/shop\/abc"/);
  const logo = await browser.get("/assets/logos/shop/abc");
  assert.equal(logo.status, 200);
  assert.equal(logo.headers["content-type"], "image/png");
  assert.equal((await browser.get("/assets/logos/shop/other")).status, 404);
});

test("when something fails on our side, a page says so and nothing about the inside", async (t) => {
  const pages = await startPages({ oneWorker: "the storage of this worker is closed" });
  t.after(() => pages.stop());
  const browser = createPageBrowser(pages.url);
  const login = await browser.openLogin();
  // Nothing is where it was: neither the tables nor the connection.
  await pages.storage.close();
  for (const answer of [
    await browser.get("/login"),
    await browser.post("/login", { ...login.fields, username: "ada", password: PASSWORD }),
  ]) {
    assertPage("storage gone", answer);
    assert.ok(answer.status >= 500, String(answer.status));
    assert.match(answer.text, /cannot answer right now|went wrong on our side/);
    assert.doesNotMatch(answer.text, /database|sqlite|postgres|connection|closed/i);
  }
});

test("no two answers share a nonce", async () => {
  const browser = createPageBrowser(plain.url);
  const nonceIn = ({ text }: PageAnswer) => / nonce="([^"]+)"/.exec(text)?.[1];
  assert.notEqual(nonceIn(await browser.openLogin()), nonceIn(await browser.openLogin()));
});

test("pages speak the user's language, errors too", async () => {
  const browser = createPageBrowser(plain.url, { "accept-language": "zh-TW,zh;q=0.9,en;q=0.5" });
  assert.match((await browser.openLogin()).text, /<html lang="zh/);
  assert.match((await browser.get("/login?interaction=gone")).text, /<html lang="zh/);
  const english = await plain.authorize(browser, { ui_locales: "xx en" });
  assert.match((await browser.get(english)).text, /<html lang="en"/);
});
