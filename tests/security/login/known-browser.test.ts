// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createPageBrowser, type PageAnswer, type PageBrowser } from "./page-browser.ts";
import { type RunningPages, startPages } from "./start-pages.ts";
import { PASSWORD, PEOPLE_AND_GUESSED } from "./world.ts";

let pages: RunningPages;
before(async () => {
  pages = await startPages({ state: PEOPLE_AND_GUESSED, settings: { trusted_proxies: "127.0.0.1" } });
});
after(() => pages.stop());

const open = (address: string) => createPageBrowser(pages.url, { "x-forwarded-for": address });
async function attempt(browser: PageBrowser, username: string, password = "wrong"): Promise<PageAnswer> {
  const page = await browser.openLogin("/login");
  assert.equal(page.status, 200, page.text);
  return browser.post("/login", { ...page.fields, username, password });
}
async function lockOut(username: string): Promise<void> {
  for (let count = 0; count <= 10; count += 1) await attempt(open("203.0.113.200"), username);
}
/** A browser in which the user has signed in, and is signed out again. */
async function knownBrowser(username: string, address = "192.0.2.1"): Promise<PageBrowser> {
  const browser = open(address);
  assert.equal((await attempt(browser, username, PASSWORD)).status, 303);
  for (const name of browser.cookies.keys()) if (!name.endsWith("licet_device")) browser.cookies.delete(name);
  return browser;
}

describe("a browser in which the user has signed in before", () => {
  test("signs in while others have locked the account, under each of the user's names", async () => {
    const known = await knownBrowser("ada");
    for (const name of ["ada", "ada@example.test"]) await lockOut(name);
    assert.equal((await attempt(open("192.0.2.1"), "ada", PASSWORD)).status, 429, "a new browser does not");
    for (const name of ["ada", "ADA@example.test"]) {
      known.cookies.delete("licet_session");
      assert.equal((await attempt(known, name, PASSWORD)).status, 303, name);
    }
    assert.equal((await attempt(open("192.0.2.1"), "ada", PASSWORD)).status, 429, "nor does it now");
  });

  test("signs in while strangers at the same address have used up its passwords", async () => {
    const known = await knownBrowser("ben", "192.0.2.77");
    for (let count = 0; count <= 100; count += 1) await attempt(open("192.0.2.77"), `guess${count}`);
    assert.equal((await attempt(open("192.0.2.77"), "ben", PASSWORD)).status, 429);
    assert.equal((await attempt(known, "ben", PASSWORD)).status, 303);
  });

  test("has ten attempts of its own: a stolen cookie is no way to guess on", async () => {
    const known = await knownBrowser("ben", "192.0.2.2");
    await lockOut("ben");
    for (let count = 0; count < 10; count += 1) assert.equal((await attempt(known, "ben")).status, 400);
    const refused = await attempt(known, "ben", PASSWORD);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers["retry-after"]) > 0);
    pages.clock.advance(900);
    assert.equal((await attempt(known, "ben", PASSWORD)).status, 303);
  });

  test("belongs to one user: it helps neither another user nor an unknown name", async () => {
    const known = await knownBrowser("ben", "192.0.2.3");
    await lockOut("ada");
    await lockOut("nobody");
    for (const name of ["ada", "nobody"])
      assert.equal((await attempt(known, name, PASSWORD)).status, 429, name);
  });

  test("is known by a cookie that no script and no other host can read or set, for 400 days", async () => {
    const secure = await startPages({ baseUrl: "https://id.example.test" });
    for (const [running, name, end] of [
      [pages, "licet_device", ""],
      [secure, "__Host-licet_device", "; Secure"],
    ] as const) {
      const browser = createPageBrowser(running.url, { "x-forwarded-for": "192.0.2.4" });
      const answer = await attempt(browser, "ben", PASSWORD);
      const line = (answer.headers["set-cookie"] ?? []).find((each) => each.startsWith(`${name}=`)) ?? "";
      assert.match(line, /^\S+=usr_[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax/);
      assert.ok(line.endsWith(`SameSite=Lax${end}`), line);
      const wrong = await attempt(createPageBrowser(running.url), "ben");
      assert.ok(!JSON.stringify(wrong.headers).includes("licet_device"), "not for a wrong password");
    }
    await secure.stop();
  });

  test("a cookie that was made up, changed or planted twice counts for nothing", async () => {
    pages.clock.advance(900);
    const known = await knownBrowser("ada", "192.0.2.5");
    const cookie = known.cookies.get("licet_device") ?? "";
    const { id: ben } = await pages.getUser("ben");
    await lockOut("ada");
    await lockOut("ben");
    const forged: readonly (readonly [string, string])[] = [
      ["ben", cookie.replace(/^usr_\w+/, ben)],
      ["ada", cookie.slice(0, -1) + (cookie.endsWith("A") ? "B" : "A")],
      ["ada", `${cookie}; licet_device=${cookie}`],
      ["ada", "x".repeat(3_000)],
    ];
    for (const [username, value] of forged) {
      const browser = open("192.0.2.5");
      browser.cookies.set("licet_device", value);
      assert.equal((await attempt(browser, username, PASSWORD)).status, 429, value.slice(0, 60));
    }
    assert.equal((await attempt(known, "ada", PASSWORD)).status, 303);
  });
});

test("a user who is signed in can change the password whatever strangers at the same address do", async () => {
  pages.clock.advance(900);
  const browser = open("192.0.2.99");
  assert.equal((await attempt(browser, "ada", PASSWORD)).status, 303);
  for (let count = 0; count <= 100; count += 1) await attempt(open("192.0.2.99"), `guess${count}`);
  const { text } = await browser.get("/account");
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1];
  const change = { csrf, current_password: PASSWORD, new_password: "another good one" };
  assert.equal((await browser.post("/account/password", change)).status, 303);
});
