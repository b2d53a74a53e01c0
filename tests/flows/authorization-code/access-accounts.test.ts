import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decodeClaims, exchange, getCode, refresh } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, CALLBACK, createRequest, LOW_KEY, SHOP_CLIENT, SHOP_KEY } from "../../support/storefront.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const SCOPE = "openid orders:read orders:write offline_access";
const fetchCode = (client: { client_id: string }) =>
  getCode(front.alice, createRequest(client, { scope: SCOPE }), ALICE);
const redeem = (code: string, client: typeof SHOP_CLIENT) =>
  exchange(front, code, { ...client, redirect_uri: CALLBACK });

test("an access account redeems a code of its application, and the other way round", async () => {
  for (const [asks, redeems] of [
    [SHOP_CLIENT, SHOP_KEY],
    [SHOP_KEY, SHOP_CLIENT],
    [SHOP_KEY, SHOP_KEY],
    [SHOP_KEY, LOW_KEY],
  ] as const) {
    const { status, body } = await redeem(await fetchCode(asks), redeems);
    assert.equal(status, 200);
    const { client_id, azp } = decodeClaims(body.access_token);
    const isKey = redeems !== SHOP_CLIENT;
    assert.deepEqual([client_id, azp], [redeems.client_id, isKey ? SHOP_CLIENT.client_id : undefined]);
    assert.equal(decodeClaims(body.id_token).aud, redeems.client_id);
  }
});

test("an access account stays below its ceiling, also with scopes to which a user consented", async () => {
  const { body } = await redeem(await fetchCode(SHOP_CLIENT), LOW_KEY);
  assert.equal(body.scope, "openid orders:read offline_access");
  assert.equal(body.scope_rejected, "orders:write");
  const renewed = await refresh(front, String(body.refresh_token), LOW_KEY);
  assert.equal(renewed.body.scope, "openid orders:read offline_access");
  // The application itself has no such ceiling, and the user agreed.
  const whole = await refresh(front, String(renewed.body.refresh_token), SHOP_CLIENT);
  assert.equal(whole.body.scope, SCOPE);
});
