// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  authorize,
  consent,
  createBrowser,
  decodeClaims,
  followRedirects,
  isConsentPage,
  isLoginPage,
  readAuthorizationResponse,
  readForm,
  signIn,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, BOB, createRequest, DESK, SHOP_CLIENT } from "../../support/storefront.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const fetchIdToken = async (code: string | undefined) =>
  decodeClaims((await front.redeem(code ?? "")).body.id_token);

test("prompt=none gives a code to a signed-in user, and errors instead of pages", async () => {
  const silent = createRequest(DESK, { prompt: "none" });
  assert.ok(readAuthorizationResponse(await authorize(front.alice, silent)).code);
  const stranger = readAuthorizationResponse(await authorize(createBrowser(front.url), silent));
  assert.deepEqual([stranger.error, stranger.state, stranger.iss], ["login_required", "a state", front.url]);
  const unasked = readAuthorizationResponse(
    await authorize(front.alice, createRequest(SHOP_CLIENT, { prompt: "none" })),
  );
  assert.equal(unasked.error, "consent_required");
});

test("prompt=login asks for the password again, and says when it was given", async () => {
  const browser = await front.openBrowser();
  const before = await fetchIdToken(
    readAuthorizationResponse(await authorize(browser, createRequest(DESK))).code,
  );
  front.clock.advance(100);
  const page = await authorize(browser, createRequest(DESK, { prompt: "login" }));
  assert.ok(isLoginPage(page));
  const after = await fetchIdToken(readAuthorizationResponse(await signIn(browser, page, ALICE)).code);
  assert.ok(Number(after.auth_time) >= Number(before.auth_time) + 100);
  assert.equal(after.sid, before.sid, "the same session goes on");
});

test("prompt=consent asks again for what was agreed to before", async () => {
  const browser = await front.openBrowser();
  const request = createRequest(SHOP_CLIENT);
  assert.ok(
    readAuthorizationResponse(
      await consent(browser, await authorize(browser, { ...request, prompt: "consent" })),
    ).code,
  );
  assert.ok(readAuthorizationResponse(await authorize(browser, request)).code);
  assert.ok(isConsentPage(await authorize(browser, { ...request, prompt: "consent" })));
});

test("prompt=select_account lets the user continue, or choose another account", async () => {
  const browser = await front.openBrowser();
  const request = createRequest(DESK, { prompt: "select_account" });
  const choose = async (decision: string) => {
    const form = readForm(await authorize(browser, request), 'id="account-continue"');
    return followRedirects(browser, await browser.post("/login", [...form, ["decision", decision]]));
  };
  const alice = await fetchIdToken(readAuthorizationResponse(await choose("continue")).code);
  const page = await choose("other");
  assert.ok(isLoginPage(page));
  const bob = await fetchIdToken(readAuthorizationResponse(await signIn(browser, page, BOB)).code);
  assert.notEqual(bob.sub, alice.sub);
  assert.notEqual(bob.sid, alice.sid);
});

test("max_age asks for the password when the last time is too long ago, and not before", async () => {
  const browser = await front.openBrowser();
  front.clock.advance(60);
  assert.ok(
    readAuthorizationResponse(await authorize(browser, createRequest(DESK, { max_age: "100" }))).code,
  );
  front.clock.advance(60);
  const page = await authorize(browser, createRequest(DESK, { max_age: "100" }));
  assert.ok(isLoginPage(page));
  assert.ok(readAuthorizationResponse(await signIn(browser, page, ALICE)).code);
  const silent = createRequest(DESK, { max_age: "0", prompt: "none" });
  assert.equal(readAuthorizationResponse(await authorize(browser, silent)).error, "login_required");
});

test("an id_token_hint of another user asks for that user; any other user gets no code", async () => {
  const browser = await front.openBrowser();
  const { id_token } = await front.tokens();
  const request = createRequest(DESK, { id_token_hint: id_token });
  assert.ok(readAuthorizationResponse(await authorize(browser, { ...request, prompt: "none" })).code);

  const other = await front.openBrowser(BOB);
  assert.equal(
    readAuthorizationResponse(await authorize(other, { ...request, prompt: "none" })).error,
    "login_required",
  );
  const page = await authorize(other, request);
  assert.ok(isLoginPage(page));
  assert.equal(readAuthorizationResponse(await signIn(other, page, BOB)).error, "login_required");
});

test("login_hint fills in the name", async () => {
  const page = await authorize(createBrowser(front.url), createRequest(DESK, { login_hint: "alice" }));
  assert.match(page.text, /name="username"[^>]* value="alice"/);
});
