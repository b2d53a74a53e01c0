import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  answerOf,
  authorize,
  claimsOf,
  consent,
  createBrowser,
  follow,
  isConsentPage,
  isLoginPage,
  readForm,
  signIn,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, BOB, DESK, requestOf, SHOP_CLIENT } from "../../support/storefront.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const identityOf = async (code: string | undefined) =>
  claimsOf((await front.redeem(code ?? "")).body.id_token);

test("prompt=none gives a code to who is signed in, and errors instead of pages", async () => {
  const silent = requestOf(DESK, { prompt: "none" });
  assert.ok(answerOf(await authorize(front.alice, silent)).code);
  const stranger = answerOf(await authorize(createBrowser(front.url), silent));
  assert.deepEqual([stranger.error, stranger.state, stranger.iss], ["login_required", "a state", front.url]);
  const unasked = answerOf(await authorize(front.alice, requestOf(SHOP_CLIENT, { prompt: "none" })));
  assert.equal(unasked.error, "consent_required");
});

test("prompt=login asks for the password again, and says when it was given", async () => {
  const browser = await front.openBrowser();
  const before = await identityOf(answerOf(await authorize(browser, requestOf(DESK))).code);
  front.clock.advance(100);
  const page = await authorize(browser, requestOf(DESK, { prompt: "login" }));
  assert.ok(isLoginPage(page));
  const after = await identityOf(answerOf(await signIn(browser, page, ALICE)).code);
  assert.ok(Number(after.auth_time) >= Number(before.auth_time) + 100);
  assert.equal(after.sid, before.sid, "the same session goes on");
});

test("prompt=consent asks again for what was agreed to before", async () => {
  const browser = await front.openBrowser();
  const request = requestOf(SHOP_CLIENT);
  assert.ok(
    answerOf(await consent(browser, await authorize(browser, { ...request, prompt: "consent" }))).code,
  );
  assert.ok(answerOf(await authorize(browser, request)).code);
  assert.ok(isConsentPage(await authorize(browser, { ...request, prompt: "consent" })));
});

test("prompt=select_account lets the user continue, or choose another account", async () => {
  const browser = await front.openBrowser();
  const request = requestOf(DESK, { prompt: "select_account" });
  const choose = async (decision: string) => {
    const form = readForm(await authorize(browser, request), 'id="account-continue"');
    return follow(browser, await browser.post("/login", [...form, ["decision", decision]]));
  };
  const alice = await identityOf(answerOf(await choose("continue")).code);
  const page = await choose("other");
  assert.ok(isLoginPage(page));
  const bob = await identityOf(answerOf(await signIn(browser, page, BOB)).code);
  assert.notEqual(bob.sub, alice.sub);
  assert.notEqual(bob.sid, alice.sid);
});

test("max_age asks for the password when the last time is too long ago, and not before", async () => {
  const browser = await front.openBrowser();
  front.clock.advance(60);
  assert.ok(answerOf(await authorize(browser, requestOf(DESK, { max_age: "100" }))).code);
  front.clock.advance(60);
  const page = await authorize(browser, requestOf(DESK, { max_age: "100" }));
  assert.ok(isLoginPage(page));
  assert.ok(answerOf(await signIn(browser, page, ALICE)).code);
  const silent = requestOf(DESK, { max_age: "0", prompt: "none" });
  assert.equal(answerOf(await authorize(browser, silent)).error, "login_required");
});

test("an id_token_hint of another user asks for that user; any other user gets no code", async () => {
  const browser = await front.openBrowser();
  const { id_token } = await front.tokens();
  const request = requestOf(DESK, { id_token_hint: id_token });
  assert.ok(answerOf(await authorize(browser, { ...request, prompt: "none" })).code);

  const other = await front.openBrowser(BOB);
  assert.equal(answerOf(await authorize(other, { ...request, prompt: "none" })).error, "login_required");
  const page = await authorize(other, request);
  assert.ok(isLoginPage(page));
  assert.equal(answerOf(await signIn(other, page, BOB)).error, "login_required");
});

test("login_hint fills in the name", async () => {
  const page = await authorize(createBrowser(front.url), requestOf(DESK, { login_hint: "alice" }));
  assert.match(page.text, /name="username"[^>]* value="alice"/);
});
