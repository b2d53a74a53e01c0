import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createPageBrowser } from "../login/page-browser.ts";
import { type RunningPages, startPages } from "../login/start-pages.ts";
import { PASSWORD } from "../login/world.ts";

let pages: RunningPages;
before(async () => {
  pages = await startPages();
});
after(() => pages.stop());

const sessionsOf = async (username: string) =>
  pages.storage.sessions.listOfUser((await pages.getUser(username)).id);
const isSignedInWith = async (token: string) =>
  (await createPageBrowser(pages.url).get("/account", { cookie: `licet_session=${token}` })).status === 200;

test("CVE-2025-12390, session fixation: a planted token that was never issued is not taken over", async () => {
  const planted = "A".repeat(43);
  const browser = createPageBrowser(pages.url);
  browser.cookies.set("licet_session", planted);
  assert.equal((await browser.signIn("ada", PASSWORD)).status, 303);
  assert.notEqual(browser.sessionToken(), planted);
  assert.equal(await isSignedInWith(planted), false);
});

test("session fixation: an attacker's own session, planted, ends when the victim signs in over it", async () => {
  const attacker = createPageBrowser(pages.url);
  await attacker.signIn("ben", PASSWORD);
  const planted = attacker.sessionToken() ?? "";
  const victim = createPageBrowser(pages.url);
  victim.cookies.set("licet_session", planted);
  const page = await victim.get(await pages.authorize(victim, { prompt: "login" }));
  await victim.post("/login", { ...page.fields, username: "ada", password: PASSWORD });
  assert.notEqual(victim.sessionToken(), planted);
  assert.equal(await isSignedInWith(planted), false);
  assert.match((await victim.get("/account")).text, /ada@example\.test/);
  const ended = await pages.auditLog("session.ended");
  assert.deepEqual(ended[0]?.data, { reason: "replaced" });
});

test("the same user signing in again keeps the session and gets another token", async () => {
  const browser = createPageBrowser(pages.url);
  await browser.signIn("ada", PASSWORD);
  const [before, old] = [await sessionsOf("ada"), browser.sessionToken() ?? ""];
  pages.clock.advance(10);
  const page = await browser.get(await pages.authorize(browser, { prompt: "login" }));
  assert.equal(
    (await browser.post("/login", { ...page.fields, username: "ada", password: PASSWORD })).status,
    303,
  );
  const after = await sessionsOf("ada");
  assert.notEqual(browser.sessionToken(), old);
  assert.equal(await isSignedInWith(old), false);
  assert.deepEqual(after.map(({ id }) => id).sort(), before.map(({ id }) => id).sort());
  const newest = (times: readonly number[]) => Math.max(...times);
  assert.ok(
    newest(after.map(({ authentication }) => authentication.time)) >
      newest(before.map(({ authentication }) => authentication.time)),
  );
});

test("CVE-2022-3916: another user who signs in in the same browser gets a session of their own", async () => {
  const browser = createPageBrowser(pages.url);
  await browser.signIn("ada", PASSWORD);
  const [old] = (await sessionsOf("ada")).slice(-1);
  const account = await browser.get("/account");
  const page = await browser.get(await pages.authorize(browser, { prompt: "login" }));
  await browser.post("/login", { ...page.fields, username: "ben", password: PASSWORD });
  const [own] = (await sessionsOf("ben")).slice(-1);
  assert.ok(own);
  assert.notEqual(own.id, old?.id);
  const stale = await browser.post("/account/sessions/end-others", { csrf: account.fields.csrf });
  assert.equal(stale.status, 403, "a page of the first user is worth nothing to the second");
});

test("a wrong password leaves the signed-in user signed in", async () => {
  const browser = createPageBrowser(pages.url);
  await browser.signIn("ada", PASSWORD);
  const token = browser.sessionToken();
  const page = await browser.get(await pages.authorize(browser, { prompt: "login" }));
  assert.equal(
    (await browser.post("/login", { ...page.fields, username: "ben", password: "no" })).status,
    400,
  );
  assert.equal(browser.sessionToken(), token);
  assert.equal(await isSignedInWith(token ?? ""), true);
});
