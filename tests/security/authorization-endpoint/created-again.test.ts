import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  authorize,
  consent,
  createBrowser,
  exchange,
  getCode,
  isConsentPage,
  readAuthorizationResponse,
  refresh,
  signIn,
  userinfo,
} from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, CALLBACK, createRequest, SHOP_CLIENT, STOREFRONT } from "../../support/storefront.ts";

let licet: Storefront;
before(async () => {
  licet = await startStorefront();
});
after(() => licet.stop());

test("nothing that users gave to a deleted application comes back when its name is created again", async () => {
  const request = createRequest(SHOP_CLIENT, { scope: "openid orders:read offline_access" });
  const form = { ...SHOP_CLIENT, redirect_uri: CALLBACK };
  const { body: tokens } = await exchange(licet, await getCode(licet.alice, request, ALICE), form);
  const unused = await getCode(licet.alice, request, ALICE);
  const pushed = await postForm(`${licet.url}/oidc/par`, { ...request, ...SHOP_CLIENT });
  assert.equal(pushed.status, 201, pushed.text);
  const bob = createBrowser(licet.url);
  const login = await authorize(bob, request);

  const { state } = licet.services.storage;
  const value = await state.find("application", SHOP_CLIENT.client_id);
  assert.ok(value);
  await state.commit([{ op: "delete", kind: "application", value }], {
    name: "test",
    at: licet.clock.milliseconds(),
  });
  licet.clock.advance(5);
  await licet.apply(STOREFRONT);

  assert.equal((await userinfo(licet, String(tokens.access_token))).status, 401);
  assert.equal((await refresh(licet, String(tokens.refresh_token), SHOP_CLIENT)).body.error, "invalid_grant");
  assert.equal((await exchange(licet, unused, form)).body.error, "invalid_grant");
  const asked = await authorize(licet.alice, request);
  assert.ok(isConsentPage(asked), "what was agreed with the former application is asked again");
  const byUri = await authorize(licet.alice, {
    client_id: SHOP_CLIENT.client_id,
    request_uri: String(pushed.body.request_uri),
  });
  assert.equal(byUri.status, 400, "a request of the former application is unknown");
  assert.equal(readAuthorizationResponse(await signIn(bob, login, ALICE)).error, "unauthorized_client");
  assert.ok(readAuthorizationResponse(await consent(licet.alice, asked)).code, "the present one works");
});
