import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { hashPassword } from "../../../packages/server/src/accounts/passwords/password.ts";
import { createPageBrowser, type PageBrowser } from "../login/page-browser.ts";
import { ABSOLUTE_SECONDS, IDLE_SECONDS, type RunningPages, startPages } from "../login/start-pages.ts";
import { PASSWORD } from "../login/world.ts";
import { untilSeen } from "./until-seen.ts";

let pages: RunningPages;
before(async () => {
  pages = await startPages();
});
after(() => pages.stop());

async function signInAs(username = "ada"): Promise<PageBrowser> {
  const browser = createPageBrowser(pages.url);
  assert.equal((await browser.signIn(username, PASSWORD)).status, 303);
  return browser;
}

/** A request without a question to the user: a code, or the error that no user is signed in. */
const silently = (browser: PageBrowser) => pages.authorize(browser, { prompt: "none" });

/** The same everywhere: no code, no account page, no action. */
async function assertSignedOut(browser: PageBrowser, csrf?: string): Promise<void> {
  const location = await silently(browser);
  assert.match(location, /[?&]error=login_required(&|$)/);
  assert.doesNotMatch(location, /[?&]code=/);
  assert.match(await pages.authorize(browser), /^\/login\?interaction=/);
  for (const answer of [
    await browser.get("/account"),
    await browser.post("/account/sessions/end-others", { csrf }),
    await browser.post("/account/consents/withdraw", { csrf, application: "shop" }),
    await browser.post("/account/password", {
      csrf,
      current_password: PASSWORD,
      new_password: "another one!",
    }),
  ]) {
    assert.equal(answer.status, 303);
    assert.match(String(answer.headers.location), /^\/login\?interaction=/);
  }
}

describe("a session that is over counts nowhere, with nothing swept", () => {
  const endings: Record<string, (browser: PageBrowser) => Promise<void> | void> = {
    "idle for too long": () => pages.clock.advance(IDLE_SECONDS),
    "ended elsewhere": async () => {
      for (const { id } of await pages.storage.sessions.listOfUser((await pages.getUser("ada")).id))
        await pages.storage.sessions.end(id, pages.clock.seconds());
    },
    "the user was disabled (CVE-2025-53942)": () => pages.changeUser("ada", { enabled: false }),
    "the password was changed by an administrator": async () =>
      pages.changeUser("ada", { passwordHash: await hashPassword("set by somebody else") }),
    "the user was deleted": async () => {
      const value = await pages.getUser("ada");
      await pages.storage.state.commit([{ op: "delete", kind: "user", value }], { name: "test", at: 0 });
    },
  };
  for (const [name, end] of Object.entries(endings)) {
    test(name, async () => {
      const user = await pages.getUser("ada");
      const browser = await signInAs();
      const page = await browser.get("/account");
      assert.equal(page.status, 200);
      assert.match(await silently(browser), /[?&]code=/);
      await end(browser);
      await assertSignedOut(browser, page.fields.csrf);
      // As it was, for the next.
      await pages.storage.state.commit([{ op: "put", kind: "user", value: user }], {
        name: "test",
        at: 0,
        mayReuseNames: true,
      });
    });
  }

  test("past its end, although it was used all the time", async () => {
    const browser = await signInAs();
    const { id } = await pages.getUser("ada");
    for (let seconds = 0; seconds < ABSOLUTE_SECONDS; seconds += IDLE_SECONDS - 100) {
      const usedAt = pages.clock.seconds();
      assert.equal((await browser.get("/account")).status, 200, `after ${seconds} s`);
      await untilSeen(pages.storage.sessions, id, usedAt);
      pages.clock.advance(IDLE_SECONDS - 100);
    }
    await assertSignedOut(browser);
  });

  test("a user who was disabled and enabled again has to sign in", async () => {
    const browser = await signInAs();
    await pages.changeUser("ada", { enabled: false });
    await pages.changeUser("ada", { enabled: true });
    await assertSignedOut(browser);
  });
});

test("a user who is disabled between the login page and the password is not signed in", async () => {
  const browser = createPageBrowser(pages.url);
  const page = await browser.openLogin();
  await pages.changeUser("ben", { enabled: false });
  const answer = await browser.post("/login", { ...page.fields, username: "ben", password: PASSWORD });
  assert.equal(answer.status, 400);
  assert.equal(browser.sessionToken(), undefined);
  await pages.changeUser("ben", { enabled: true });
});
