import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  authorize,
  type Browser,
  consent,
  exchange,
  isConsentPage,
  optionalItems,
  readAuthorizationResponse,
  readForm,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { CALLBACK, createRequest, DESK, SHOP_CLIENT } from "../../support/storefront.ts";

let front: Storefront;
let browser: Browser;
before(async () => {
  front = await startStorefront();
  browser = front.alice;
});
after(() => front.stop());

const withdraw = async (scope?: string) => {
  const words = scope === undefined ? `value="${SHOP_CLIENT.client_id}"` : `value="${scope}"`;
  const done = await browser.post(
    "/account/consents/withdraw",
    readForm(await browser.get("/account"), words),
  );
  assert.match(done.location ?? "", /done=consent_withdrawn/);
};
beforeEach(async () => {
  const page = await authorize(browser, createRequest(SHOP_CLIENT, { prompt: "consent" }));
  await consent(browser, page);
  await withdraw();
});

const fetchScope = async (code = "") =>
  (await exchange(front, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK })).body.scope;
const ask = (scope: string, more = {}) => authorize(browser, createRequest(SHOP_CLIENT, { scope, ...more }));

test("a first-party application does not ask the user", async () => {
  const page = await authorize(
    browser,
    createRequest(DESK, { scope: "openid email orders:read orders:write" }),
  );
  assert.ok(readAuthorizationResponse(page).code);
});

test("a permission at one instance says so, and is not asked for where all instances were allowed before", async () => {
  const narrow = await ask("openid orders:eu:write");
  assert.match(narrow.text, /Change orders \(only eu\)/);
  await consent(browser, narrow);
  assert.match((await browser.get("/account")).text, /Change orders \(only eu\)/);
  const wide = await ask("openid orders:write");
  assert.deepEqual(optionalItems(wide), ["orders:write"], "less was allowed before");
  await consent(browser, wide);
  const { code } = readAuthorizationResponse(await ask("openid orders:us:write"));
  assert.equal(await fetchScope(code), "openid orders:us:write");
  await withdraw("orders:write");
  assert.deepEqual(optionalItems(await ask("openid orders:us:write")), ["orders:us:write"]);
});

test("an item that was agreed to is not asked again; a new item is, alone", async () => {
  await consent(browser, await ask("openid orders:read"));
  assert.ok(readAuthorizationResponse(await ask("openid orders:read")).code);
  const wider = await ask("openid orders:read orders:write");
  assert.deepEqual(optionalItems(wider), ["orders:write"]);
  assert.equal(
    await fetchScope(readAuthorizationResponse(await consent(browser, wider)).code),
    "openid orders:read orders:write",
  );
});

test("a box that was left unticked is remembered as well", async () => {
  await consent(browser, await ask("openid orders:read orders:write"), "allow", ["orders:write"]);
  const again = readAuthorizationResponse(await ask("openid orders:read orders:write"));
  assert.equal(await fetchScope(again.code), "openid orders:read");
});

test("an implicit item is given without a question", async () => {
  const page = await ask("openid stock:read");
  assert.deepEqual(optionalItems(page), []);
  assert.equal(
    await fetchScope(readAuthorizationResponse(await consent(browser, page)).code),
    "openid stock:read",
  );
});

test("a withdrawn item is asked again, the others are not", async () => {
  await consent(browser, await ask("openid orders:read orders:write"));
  await withdraw("orders:write");
  assert.ok(readAuthorizationResponse(await ask("openid orders:read")).code);
  assert.ok(isConsentPage(await ask("openid orders:read orders:write")));
});

test("a consent is over after a year", async () => {
  await consent(browser, await ask("openid orders:read"));
  const year = 365 * 86_400;
  front.clock.advance(year);
  const later = await front.openBrowser();
  assert.ok(isConsentPage(await authorize(later, createRequest(SHOP_CLIENT))));
  front.clock.advance(-year);
});
