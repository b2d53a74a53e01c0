import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  authorize,
  consent,
  createBrowser,
  decodeClaims,
  exchange,
  isConsentPage,
  isLoginPage,
  readAuthorizationResponse,
  refresh,
  signIn,
  signInAndConsent,
  userinfo,
} from "../../support/sign-in.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { ALICE, CALLBACK, createRequest, SHOP_CLIENT, STOREFRONT } from "../../support/storefront.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: STOREFRONT });
});
after(() => licet.stop());

const redeem = (code: string | undefined) =>
  exchange(licet, code ?? "", { ...SHOP_CLIENT, redirect_uri: CALLBACK });

test("a user signs in, agrees, and the application gets the agreed scopes", async () => {
  const browser = createBrowser(licet.url);
  const request = createRequest(SHOP_CLIENT, {
    scope: "openid email orders:read orders:write offline_access",
    nonce: "n-1",
  });
  const login = await authorize(browser, request);
  assert.ok(isLoginPage(login));
  const question = await signIn(browser, login, ALICE);
  assert.ok(isConsentPage(question));
  const answer = readAuthorizationResponse(await consent(browser, question));
  assert.deepEqual(Object.keys(answer), ["code", "state", "iss"]);
  assert.equal(answer.state, "a state");
  assert.equal(answer.iss, licet.url);

  const { status, body } = await redeem(answer.code);
  assert.equal(status, 200);
  assert.equal(body.scope, "openid email orders:read orders:write offline_access");
  assert.equal(body.scope_rejected, "");
  assert.equal(body.token_type, "Bearer");
  assert.equal(body.expires_in, 600);
  const access = decodeClaims(body.access_token);
  assert.equal(access.client_id, SHOP_CLIENT.client_id);
  assert.equal(access.aud, "https://orders.example.test");
  assert.equal(access.acr, "1");
  assert.deepEqual(access.amr, ["pwd"]);
  const identity = decodeClaims(body.id_token);
  assert.equal(identity.iss, licet.url);
  assert.equal(identity.aud, SHOP_CLIENT.client_id);
  assert.equal(identity.nonce, "n-1");
  assert.equal(identity.sub, access.sub);
  assert.equal(identity.auth_time, access.auth_time);
  assert.match(String(identity.sub), /^usr_/);

  const { body: known } = await userinfo(licet, String(body.access_token));
  assert.deepEqual(known, { sub: access.sub, email: "alice@example.test", email_verified: false });

  const renewed = await refresh(licet, String(body.refresh_token), SHOP_CLIENT);
  assert.equal(renewed.status, 200);
  assert.equal(renewed.body.scope, body.scope);
  assert.notEqual(renewed.body.refresh_token, body.refresh_token);
  // OpenID Connect Core §12.2
  const later = decodeClaims(renewed.body.id_token);
  assert.equal(later.sub, identity.sub);
  assert.equal(later.auth_time, identity.auth_time);
  assert.equal(later.nonce, undefined);
});

test("the second time neither the password nor consent is asked for", async () => {
  const browser = createBrowser(licet.url);
  const request = createRequest(SHOP_CLIENT, { scope: "openid orders:read" });
  await signInAndConsent(browser, request, ALICE);
  const again = readAuthorizationResponse(await browser.get(`/oidc/auth?${new URLSearchParams(request)}`));
  assert.ok(again.code);
  assert.equal((await redeem(again.code)).status, 200);
});

test("a request by POST is the same request", async () => {
  const browser = createBrowser(licet.url);
  await signInAndConsent(browser, createRequest(SHOP_CLIENT), ALICE);
  const answer = readAuthorizationResponse(
    await browser.post("/oidc/auth", Object.entries(createRequest(SHOP_CLIENT)) as [string, string][]),
  );
  assert.equal((await redeem(answer.code)).status, 200);
});
