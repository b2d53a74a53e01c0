import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  authorize,
  consent,
  createBrowser,
  decodeClaims,
  exchange,
  isConsentPage,
  readAuthorizationResponse,
  signIn,
} from "../../support/sign-in.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import {
  ALICE,
  BOB,
  CALLBACK,
  createRequest,
  DESK,
  SHOP_CLIENT,
  STOREFRONT,
} from "../../support/storefront.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: STOREFRONT });
});
after(() => licet.stop());

test("two tabs of one browser each get their own answer, in any order", async () => {
  const browser = createBrowser(licet.url);
  const first = await authorize(browser, createRequest(SHOP_CLIENT, { state: "first", nonce: "n1" }));
  const second = await authorize(browser, createRequest(DESK, { state: "second", nonce: "n2" }));
  const fromSecond = readAuthorizationResponse(await signIn(browser, second, ALICE));
  assert.equal(fromSecond.state, "second");
  const question = await signIn(browser, first, ALICE);
  assert.ok(isConsentPage(question));
  const fromFirst = readAuthorizationResponse(await consent(browser, question));
  assert.equal(fromFirst.state, "first");

  const fetchNonce = async (code = "", client = DESK) =>
    decodeClaims((await exchange(licet, code, { ...client, redirect_uri: CALLBACK })).body.id_token).nonce;
  assert.equal(await fetchNonce(fromFirst.code, SHOP_CLIENT), "n1");
  assert.equal(await fetchNonce(fromSecond.code), "n2");
});

test("a consent page that was answered before leads nowhere", async () => {
  const browser = createBrowser(licet.url);
  const request = createRequest(SHOP_CLIENT, { prompt: "consent" });
  const question = await signIn(browser, await authorize(browser, request), ALICE);
  assert.ok(readAuthorizationResponse(await consent(browser, question)).code);
  const again = await consent(browser, question);
  assert.equal(again.status, 400);
  assert.equal(again.location, undefined);
});

test("RFC 9700 §4.7: when another user signed in meanwhile, the page of the first agrees to nothing", async () => {
  const browser = createBrowser(licet.url);
  const request = createRequest(SHOP_CLIENT, { prompt: "consent" });
  const question = await signIn(browser, await authorize(browser, request), ALICE);
  const other = await authorize(browser, createRequest(DESK, { prompt: "login" }));
  await signIn(browser, other, BOB);
  const answer = await consent(browser, question);
  assert.equal(answer.status, 403);
  assert.equal(answer.location, undefined);
});
