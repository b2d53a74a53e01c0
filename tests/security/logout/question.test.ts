// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeClaims } from "../../support/sign-in.ts";
import { createPageBrowser, type Fields, type PageBrowser } from "../login/page-browser.ts";
import { type RunningPages, startPages } from "../login/start-pages.ts";
import { isSignedIn, signInAs, useApplication } from "./use-application.ts";
import { createState, GOODBYE } from "./world.ts";

let pages: RunningPages;
before(async () => {
  pages = await startPages({ state: createState() });
});
after(() => pages.stop());

const ASKED = `/oidc/logout?client_id=shop&state=s&post_logout_redirect_uri=${encodeURIComponent(GOODBYE)}`;

/** The question as a browser shows it. */
async function open(browser: PageBrowser, path = ASKED) {
  const { headers } = await browser.get(path);
  const address = String(headers.location);
  return { address, page: await browser.get(address) };
}

test("RP-Initiated Logout §6: without a hint the user is asked, and leaves by their own word", async () => {
  const browser = await signInAs(pages.url, "ada");
  const { page, address } = await open(browser);
  assert.match(page.text, /The shop/);
  assert.match(page.text, /Ada/);
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /form-action 'self' https:\/\/shop\.example\.test;/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(page.headers["x-frame-options"], "DENY");
  const answer = await browser.post("/logout", { ...page.fields, decision: "confirm" });
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.location, `${GOODBYE}?state=s`);
  assert.equal(await isSignedIn(browser), false);
  const [event] = await pages.auditLog("session.ended");
  assert.deepEqual(event?.data, { reason: "signed_out" });
  assert.equal((await browser.get(address)).status, 400, "the question was answered");
});

test("logout CSRF: a picture of another site that names the endpoint does not sign the user out", async () => {
  const browser = await signInAs(pages.url, "ada");
  const foreign = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" };
  for (const path of [ASKED, "/oidc/logout", "/logout"]) {
    const { headers } = await browser.get(path, foreign);
    await browser.get(String(headers.location), foreign);
  }
  assert.equal(await isSignedIn(browser), true);
});

test("a user who stays is signed in as before, and the question is over", async () => {
  const browser = await signInAs(pages.url, "ada");
  const { page, address } = await open(browser);
  const answer = await browser.post("/logout", { ...page.fields, decision: "cancel" });
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.location, "/account");
  assert.equal(await isSignedIn(browser), true);
  assert.equal((await browser.get(address)).status, 400);
  const again = await browser.post("/logout", { ...page.fields, decision: "confirm" });
  assert.equal(again.status, 400);
  assert.equal(await isSignedIn(browser), true);
});

describe("RFC 9700 §4.7: a form that did not come from the question in this browser does nothing", () => {
  const changes: Readonly<Record<string, (fields: Fields) => Promise<Fields> | Fields>> = {
    "no token": (fields) => ({ ...fields, csrf: undefined }),
    "a made-up token": (fields) => ({ ...fields, csrf: "A".repeat(43) }),
    "the token of another question": async (fields) => {
      const { page } = await open(await signInAs(pages.url, "ada"));
      return { ...fields, csrf: page.fields.csrf };
    },
    "another question's id": async (fields) => {
      const { page } = await open(await signInAs(pages.url, "ada"));
      return { ...fields, interaction: page.fields.interaction };
    },
    "a whole form of another browser": async () => (await open(await signInAs(pages.url, "ben"))).page.fields,
    "nothing at all": () => ({}),
  };
  for (const [what, change] of Object.entries(changes))
    test(what, async () => {
      const browser = await signInAs(pages.url, "ada");
      const { page } = await open(browser);
      const answer = await browser.post("/logout", { ...(await change(page.fields)), decision: "confirm" });
      assert.equal(answer.status, 403);
      assert.equal(await isSignedIn(browser), true);
    });

  const headers: readonly Readonly<Record<string, string>>[] = [
    { origin: "https://evil.example.test" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  for (const foreign of headers)
    test(`the right form, sent with ${JSON.stringify(foreign)}`, async () => {
      const browser = await signInAs(pages.url, "ada");
      const { page } = await open(browser);
      const answer = await browser.post("/logout", { ...page.fields, decision: "confirm" }, foreign);
      assert.equal(answer.status, 403);
      assert.equal(await isSignedIn(browser), true);
    });
});

test("a question is good in the browser it was put in, and for nothing but signing out", async () => {
  const browser = await signInAs(pages.url, "ada");
  const { address } = await open(browser);
  assert.equal((await createPageBrowser(pages.url).get(address)).status, 400);
  assert.equal((await (await signInAs(pages.url, "ben")).get(address)).status, 400);
  for (const page of ["/login", "/consent"])
    assert.equal((await browser.get(address.replace("/logout", page))).status, 400);
  const login = await createPageBrowser(pages.url).get("/login");
  assert.equal((await browser.get(String(login.headers.location).replace("/login", "/logout"))).status, 400);
  for (const id of ["x", "A".repeat(43), "%00", ""]) {
    const answer = await browser.get(`/logout?interaction=${id}`);
    assert.notEqual(answer.status, 200, id);
  }
  assert.equal(await isSignedIn(browser), true);
});

test("of two answers to one question at the same time, one counts", async () => {
  const browser = await signInAs(pages.url, "ada");
  const { page } = await open(browser);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => browser.post("/logout", { ...page.fields, decision: "confirm" })),
  );
  assert.equal(answers.filter(({ status }) => status === 303).length, 1);
  for (const { status } of answers)
    assert.ok(status === 303 || status === 400 || status === 403, `${status}`);
});

describe("without an application", () => {
  test("/logout asks a signed-in user, and says to others that they are not signed in", async () => {
    const browser = await signInAs(pages.url, "ada");
    const { page } = await open(browser, "/logout");
    assert.match(page.text, /id="logout-confirm"/);
    const answer = await browser.post("/logout", page.fields);
    assert.equal(answer.status, 200);
    assert.match(answer.text, /You are signed out/);
    assert.equal(await isSignedIn(browser), false);
    const later = await browser.get("/logout");
    assert.equal(later.status, 200);
    assert.match(later.text, /You are signed out/);
  });

  test("the page afterwards links to the home page of the application that asked", async () => {
    const { text } = await createPageBrowser(pages.url).get("/oidc/logout?client_id=mail");
    assert.match(text, /href="https:\/\/mail\.example\.test\/"/);
  });

  test("ui_locales chooses the language of the question and of the page afterwards", async () => {
    const browser = await signInAs(pages.url, "ada");
    const { page } = await open(browser, "/oidc/logout?ui_locales=zh-CN%20en");
    assert.match(page.text, /<html lang="zh/);
    assert.match((await browser.post("/logout", page.fields)).text, /<html lang="zh/);
  });
});

describe("a form that another site sends comes without cookies (SameSite=Lax)", () => {
  const withoutCookies = {
    cookie: undefined,
    origin: "https://shop.example.test",
    "sec-fetch-site": "cross-site",
  };

  test("and still signs out with a hint, at the page that it leads to", async () => {
    const browser = await signInAs(pages.url, "ada");
    const { id_token } = await useApplication(pages.url, browser, { client_id: "shop" });
    const form = { id_token_hint: id_token, post_logout_redirect_uri: GOODBYE, state: "s" };
    const sent = await browser.post("/oidc/logout", form, withoutCookies);
    assert.equal(sent.status, 303);
    const answer = await browser.get(String(sent.headers.location));
    assert.equal(answer.headers.location, `${GOODBYE}?state=s`);
    assert.equal(await isSignedIn(browser), false);
    const [event] = await pages.auditLog("session.ended");
    assert.deepEqual(event?.data, { reason: "signed_out_by_application" });
    assert.equal(event?.target, `session:${decodeClaims(id_token).sid}`);
  });

  test("and asks without one, instead of claiming that no user is signed in", async () => {
    const browser = await signInAs(pages.url, "ada");
    const form = { client_id: "shop", post_logout_redirect_uri: GOODBYE };
    const sent = await browser.post("/oidc/logout", form, withoutCookies);
    const page = await browser.get(String(sent.headers.location));
    assert.equal(page.status, 200);
    assert.match(page.text, /id="logout-confirm"/);
    assert.equal(await isSignedIn(browser), true);
  });

  test("and continues when no user is signed in", async () => {
    const browser = createPageBrowser(pages.url);
    const form = { client_id: "shop", post_logout_redirect_uri: GOODBYE };
    const sent = await browser.post("/oidc/logout", form, withoutCookies);
    assert.equal((await browser.get(String(sent.headers.location))).headers.location, GOODBYE);
  });
});
