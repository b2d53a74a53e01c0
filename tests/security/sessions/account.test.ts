import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { withoutOwnScript } from "../login/own-script.ts";
import { createPageBrowser, type PageBrowser } from "../login/page-browser.ts";
import { type RunningPages, startPages } from "../login/start-pages.ts";
import { PASSWORD } from "../login/world.ts";

let pages: RunningPages;
before(async () => {
  pages = await startPages({ readsLog: true });
});
after(() => pages.stop());

async function signInAs(username: string, password = PASSWORD): Promise<PageBrowser> {
  const browser = createPageBrowser(pages.url);
  assert.equal((await browser.signIn(username, password)).status, 303);
  return browser;
}
const readCsrf = async (browser: PageBrowser) =>
  /name="csrf" value="([^"]+)"/.exec((await browser.get("/account")).text)?.[1] ?? assert.fail("no form");
const listSessions = async (username: string) =>
  pages.storage.sessions.listOfUser((await pages.getUser(username)).id);
const isSignedIn = async (browser: PageBrowser) => (await browser.get("/account")).status === 200;

describe("ending sessions", () => {
  test("one of the own ends, and the page that follows says so", async () => {
    const [here, there] = [await signInAs("ada"), await signInAs("ada")];
    const page = await here.get("/account");
    const session = /name="session" value="(ses_[^"]+)"/.exec(page.text)?.[1];
    const answer = await here.post("/account/sessions/end", { csrf: await readCsrf(here), session });
    assert.equal(answer.status, 303);
    const after = await here.get(String(answer.headers.location));
    assert.match(after.text, /The session has ended/);
    assert.equal(await isSignedIn(there), false);
    assert.equal(await isSignedIn(here), true);
    const [event] = await pages.auditLog("session.ended");
    assert.equal(event?.target, `session:${session}`);
    assert.equal(event?.actor, `user:${(await pages.getUser("ada")).id}`);
  });

  test("another user's cannot be ended by its id, and the answer is that of an unknown one", async () => {
    const [ada, ben] = [await signInAs("ada"), await signInAs("ben")];
    const [foreign] = await listSessions("ben");
    const texts = [];
    for (const session of [foreign?.id, "ses_unknown", "", "a\0b"]) {
      const answer = await ada.post("/account/sessions/end", { csrf: await readCsrf(ada), session });
      assert.equal(answer.status, 404);
      texts.push(/role="alert"[\s\S]*?<\/div>/.exec(answer.text)?.[0] ?? answer.text.length);
    }
    assert.equal(new Set(texts).size, 1);
    assert.equal(await isSignedIn(ben), true);
  });

  test("all others end at once, and no other user's", async () => {
    const [here, there, ben] = [await signInAs("ada"), await signInAs("ada"), await signInAs("ben")];
    const answer = await here.post("/account/sessions/end-others", { csrf: await readCsrf(here) });
    assert.match((await here.get(String(answer.headers.location))).text, /signed out everywhere else/);
    assert.deepEqual(
      [await isSignedIn(here), await isSignedIn(there), await isSignedIn(ben)],
      [true, false, true],
    );
    assert.equal((await listSessions("ada")).length, 1);
  });
});

describe("RFC 9700 §4.7: forms of the account page", () => {
  const actions = {
    "/account/sessions/end": async () => ({ session: (await listSessions("ada"))[0]?.id }),
    "/account/sessions/end-others": async () => ({}),
    "/account/consents/withdraw": async () => ({ application: "shop" }),
    "/account/password": async () => ({ current_password: PASSWORD, new_password: "another good one" }),
  };
  for (const [path, fieldsOf] of Object.entries(actions)) {
    test(`${path} does nothing without the token of this session and browser`, async () => {
      const [here, elsewhere, ben] = [await signInAs("ada"), await signInAs("ada"), await signInAs("ben")];
      const login = await here.openLogin((await pages.authorize(here, { prompt: "login" })) as string);
      const tokens = [
        undefined,
        "",
        "A".repeat(43),
        await readCsrf(elsewhere),
        await readCsrf(ben),
        login.fields.csrf,
      ];
      for (const csrf of tokens) {
        const answer = await here.post(path, { ...(await fieldsOf()), csrf });
        assert.equal(answer.status, 403);
      }
      for (const headers of [{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }]) {
        const answer = await here.post(path, { ...(await fieldsOf()), csrf: await readCsrf(here) }, headers);
        assert.equal(answer.status, 403);
      }
      assert.equal(await isSignedIn(elsewhere), true);
      await signInAs("ada");
    });
  }

  test("a link cannot claim that something was done", async () => {
    const browser = await signInAs("ada");
    const proof = await readCsrf(browser);
    for (const query of [
      "done=password_changed",
      `done=password_changed&proof=${proof}`,
      "done=%3Cscript%3E",
    ]) {
      const page = await browser.get(`/account?${query}`);
      assert.equal(page.status, 200);
      assert.doesNotMatch(withoutOwnScript(page.text), /was changed|<script/);
    }
  });
});

describe("withdrawing consent", () => {
  const remember = async (...scopes: string[]) => {
    const now = pages.clock.seconds();
    const items = scopes.map((scope) => ({
      scope,
      agreed: true,
      revision: 1,
      decidedAt: now,
      expiresAt: now + 1_000,
    }));
    await pages.storage.consents.remember((await pages.getUser("ada")).id, "shop", items);
  };
  const remembered = async (username: string) =>
    (await pages.storage.consents.find((await pages.getUser(username)).id, "shop")).map(({ scope }) => scope);

  test("of one item leaves the others, of all leaves none, and another user's stays", async () => {
    await remember("orders:read", "orders:write");
    const bens = [
      { scope: "orders:read", agreed: true, revision: 1, decidedAt: 1, expiresAt: 2_000_000_000 },
    ];
    await pages.storage.consents.remember((await pages.getUser("ben")).id, "shop", bens);
    const browser = await signInAs("ada");
    assert.match((await browser.get("/account")).text, /See orders/);
    const csrf = await readCsrf(browser);
    const one = await browser.post("/account/consents/withdraw", {
      csrf,
      application: "shop",
      scope: "orders:read",
    });
    assert.equal(one.status, 303);
    assert.deepEqual(await remembered("ada"), ["orders:write"]);
    await browser.post("/account/consents/withdraw", { csrf, application: "shop" });
    assert.deepEqual(await remembered("ada"), []);
    assert.deepEqual(await remembered("ben"), ["orders:read"]);
    const events = await pages.auditLog("consent.withdrawn");
    // Sorted: two workers may write their events in another order.
    assert.deepEqual(events.map(({ target, data }) => `${target} ${data?.scope ?? "all"}`).sort(), [
      "application:shop all",
      "application:shop orders:read",
    ]);
  });

  test("without an application, or of one that does not exist, is no error of ours", async () => {
    const browser = await signInAs("ada");
    const csrf = await readCsrf(browser);
    const statusOf = async (fields: Record<string, string>) =>
      (await browser.post("/account/consents/withdraw", { csrf, ...fields })).status;
    assert.equal(await statusOf({}), 400);
    assert.equal(await statusOf({ application: "nothing" }), 303);
    assert.equal(await statusOf({ application: "a\0b", scope: "\0" }), 303);
  });
});

describe("changing the password", () => {
  const change = async (browser: PageBrowser, current_password: string, new_password: string) =>
    browser.post("/account/password", { csrf: await readCsrf(browser), current_password, new_password });

  test("needs the current one, and a new one that is long enough and another", async () => {
    const browser = await signInAs("ben");
    for (const [current, next, text] of [
      ["wrong", "another good one", /current password is not right/],
      ["", "another good one", /Enter your current password/],
      [PASSWORD, "short", /too short/],
      [PASSWORD, "", /Enter a new password/],
      ["", "", /Enter your current password[\s\S]*Enter a new password/],
      [PASSWORD, "\u{1f511}".repeat(7), /too short/],
      [PASSWORD, "*".repeat(1_025), /too long/],
      [PASSWORD, "*".repeat(20_000), /too long/],
      [PASSWORD, PASSWORD, /same as the current/],
    ] as const) {
      const answer = await change(browser, current, next);
      assert.equal(answer.status, 400, next.slice(0, 20));
      assert.match(answer.text, text);
      assert.doesNotMatch(answer.text, /value="another good one"|\*{4}/);
    }
    assert.equal((await createPageBrowser(pages.url).signIn("ben", PASSWORD)).status, 303);
  });

  test("ASVS 10.4.9: this session goes on, and everything else that began with the old one ends", async () => {
    const [here, there] = [await signInAs("ben"), await signInAs("ben")];
    const next = "another good one";
    const answer = await change(here, PASSWORD, next);
    assert.equal(answer.status, 303);
    assert.match((await here.get(String(answer.headers.location))).text, /Your password was changed/);
    assert.equal(await isSignedIn(there), false);
    assert.match(await pages.authorize(here, { prompt: "none" }), /[?&]code=/);
    assert.equal((await createPageBrowser(pages.url).signIn("ben", PASSWORD)).status, 400);
    assert.equal((await createPageBrowser(pages.url).signIn("ben", next)).status, 303);
    const user = await pages.getUser("ben");
    assert.equal(user.email, "ben@example.test", "nothing else about the user changed");
    const [event] = await pages.auditLog("user.password_changed");
    assert.equal(event?.actor, `user:${user.id}`);
    const auditLog = JSON.stringify(await pages.auditLog());
    assert.doesNotMatch(auditLog + pages.logged(), /another good one|argon2/);
    assert.equal((await change(here, next, PASSWORD)).status, 303);
  });

  test("of many at once with the same current password, one wins", async () => {
    const browser = await signInAs("ben");
    const csrf = await readCsrf(browser);
    const wishes = ["first good one", "second good one", "third good one"];
    const answers = await Promise.all(
      wishes.map((new_password) =>
        browser.post("/account/password", { csrf, current_password: PASSWORD, new_password }),
      ),
    );
    const won = answers.map(({ headers }) => /done=password_changed/.test(headers.location ?? ""));
    assert.equal(won.filter(Boolean).length, 1);
    for (const [index, password] of wishes.entries()) {
      const { status } = await createPageBrowser(pages.url).signIn("ben", password);
      assert.equal(status, won[index] ? 303 : 400, password);
    }
  });
});
