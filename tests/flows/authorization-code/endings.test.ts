// @engine both: two nodes share a database on PostgreSQL, and access ends on both.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { introspect } from "../../security/issue-token.ts";
import { createTestDatabase } from "../../support/databases.ts";
import { ENDINGS } from "../../support/endings.ts";
import {
  type Browser,
  createBrowser,
  exchange,
  followRedirects,
  getCode,
  readAuthorizationResponse,
  readForm,
  refresh,
  signInAndConsent,
  userinfo,
} from "../../support/sign-in.ts";
import { ENGINE, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import {
  ALICE,
  CALLBACK,
  createRequest,
  DESK,
  ORDERS_SERVER,
  SHOP_CLIENT,
  STOREFRONT,
} from "../../support/storefront.ts";

const REQUEST = createRequest(SHOP_CLIENT, { scope: "openid orders:read offline_access" });

/** Starts two nodes on PostgreSQL. On SQLite, which has only one node, both are the same. */
async function startNodes(t: { after(work: () => Promise<void>): void }) {
  const database = await createTestDatabase(ENGINE);
  const one = await startLicet({ state: STOREFRONT, database });
  const two = ENGINE === "postgres" ? await startLicet({ state: "", database, baseUrl: one.url }) : one;
  t.after(async () => {
    await one.stop();
    if (two !== one) await two.stop();
    await database.drop();
  });
  return { one, two };
}

/** Gives an application tokens and an unused code, and uses the access token once so that the node caches what it reads. */
async function grantAccess(node: RunningLicet) {
  const browser = createBrowser(node.url);
  const redeem = async () => {
    const code = await getCode(browser, REQUEST, ALICE);
    return exchange(node, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
  };
  const { body } = await redeem();
  const accessToken = String(body.access_token);
  assert.equal((await userinfo(node, accessToken)).status, 200);
  assert.equal((await introspect(node, accessToken, ORDERS_SERVER)).body.active, true);
  return {
    browser,
    accessToken,
    refreshToken: String(body.refresh_token),
    unusedCode: await getCode(browser, REQUEST, ALICE),
  };
}

describe("RFC 9700 §4.14.2: all that an application has of a user ends at once, on every node", () => {
  for (const [name, end] of Object.entries(ENDINGS)) {
    test(`when ${name}`, async (t) => {
      const { one, two } = await startNodes(t);
      const given = await grantAccess(two);
      await end(one, given.browser.at(one.url));

      assert.equal((await userinfo(two, given.accessToken)).status, 401);
      assert.deepEqual((await introspect(two, given.accessToken, ORDERS_SERVER)).body, { active: false });
      const isDisabled = name === "the application is disabled";
      // Its access ends at once; a node may need two seconds to learn that the client is disabled.
      if (isDisabled) await two.services.storage.feed.confirm(await one.services.storage.state.revision());
      const refused = isDisabled ? [401, "invalid_client"] : [400, "invalid_grant"];
      const renewed = await refresh(two, given.refreshToken, SHOP_CLIENT);
      assert.deepEqual([renewed.status, renewed.body.error], refused);
      const late = await exchange(two, given.unusedCode, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
      assert.deepEqual([late.status, late.body.error], refused);
    });
  }
});

test("OpenID Connect Core §11: signing out ends what was not given for offline use; signing out everywhere ends all", async (t) => {
  const { one, two } = await startNodes(t);
  const offline = await grantAccess(two);
  const code = await getCode(offline.browser, createRequest(SHOP_CLIENT), ALICE);
  const { body: online } = await exchange(two, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
  await signOut(offline.browser.at(one.url));

  assert.equal((await userinfo(two, String(online.access_token))).status, 401);
  assert.equal((await userinfo(two, offline.accessToken)).status, 200);
  const silent = readAuthorizationResponse(
    await signInAndConsent(offline.browser, { ...REQUEST, prompt: "none" }, ALICE),
  );
  assert.equal(silent.error, "login_required");

  const elsewhere = createBrowser(one.url);
  await signInAndConsent(elsewhere, REQUEST, ALICE);
  const third = createBrowser(one.url);
  await signInAndConsent(third, REQUEST, ALICE);
  const form = readForm(await third.get("/account"), 'id="sessions-end-others"');
  assert.match(
    (await third.post("/account/sessions/end-others", form)).location ?? "",
    /done=other_sessions/,
  );
  assert.equal((await userinfo(two, offline.accessToken)).status, 401);
  assert.equal((await refresh(two, offline.refreshToken, SHOP_CLIENT)).body.error, "invalid_grant");
});

test("OpenID Connect Core §11: where the user is not asked, access ends with the session", async (t) => {
  const { one, two } = await startNodes(t);
  const browser = createBrowser(two.url);
  const request = createRequest(DESK, { scope: "openid orders:read offline_access" });
  const code = await getCode(browser, request, ALICE);
  const { body } = await exchange(two, code, { ...DESK, redirect_uri: CALLBACK });
  const renewed = await refresh(two, String(body.refresh_token), DESK);
  assert.equal(renewed.status, 200);
  await signOut(browser.at(one.url));
  assert.equal((await userinfo(two, String(renewed.body.access_token))).status, 401);
  assert.equal((await refresh(two, String(renewed.body.refresh_token), DESK)).body.error, "invalid_grant");
});

test("RFC 6749 §4.1.2: a code used at one node and then sent to that which issued it ends everything, whatever comes with it", async (t) => {
  const { one, two } = await startNodes(t);
  const code = await getCode(createBrowser(two.url), REQUEST, ALICE);
  const { body } = await exchange(one, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
  assert.equal((await userinfo(one, String(body.access_token))).status, 200);
  const again = await exchange(two, code, { ...SHOP_CLIENT, redirect_uri: `${CALLBACK}/other` });
  assert.equal(again.body.error, "invalid_grant");
  assert.equal((await userinfo(one, String(body.access_token))).status, 401);
});

async function signOut(browser: Browser): Promise<void> {
  const page = await followRedirects(browser, await browser.get("/logout"));
  const form = readForm(page, 'id="logout-confirm"');
  assert.equal((await browser.post("/logout", form)).status, 200);
}
