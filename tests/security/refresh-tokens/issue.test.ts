import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { authorize, consent, exchange, readAuthorizationResponse, refresh } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { CALLBACK, createRequest, DESK, RIVAL, SHOP_CLIENT, SHOP_KEY } from "../../support/storefront.ts";
import { assertRefused } from "../oauth-refusal.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const SCOPE = "openid orders:read orders:write offline_access";

describe("OpenID Connect Core §11, RFC 9700 §4.14: who gets a refresh token", () => {
  test("a request with offline_access, and no other", async () => {
    assert.equal((await front.tokens({ scope: "openid orders:read" })).refresh_token, undefined);
    assert.match((await front.tokens({ scope: SCOPE })).refresh_token, /^lrt_/);
  });
  test("not when the user left it out", async () => {
    const request = createRequest(SHOP_CLIENT, { scope: SCOPE, prompt: "consent" });
    const page = await authorize(front.alice, request);
    const { code = "" } = readAuthorizationResponse(
      await consent(front.alice, page, "allow", ["offline_access"]),
    );
    const { body } = await exchange(front, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
    assert.equal(body.refresh_token, undefined);
    assert.equal(body.scope_rejected, "offline_access");
  });
});

describe("RFC 6749 §6: scope at the refresh", () => {
  const refused = async (token: string, scope: string) =>
    assertRefused(await refresh(front, token, { ...DESK, scope }), 400, "invalid_scope");

  test("nothing wider than what was requested, and a refused request spends nothing", async () => {
    const { refresh_token } = await front.tokens({ scope: "openid orders:read offline_access" });
    for (const scope of [
      "openid orders:read orders:write",
      "orders:write",
      "orders:*",
      "stock:read",
      "email",
      "nonsense",
      "orders:7:read",
    ])
      await refused(refresh_token, scope);
    for (const scope of ["openid  orders:read", " openid", '"', "openid\torders:read"])
      await refused(refresh_token, scope);
    assert.equal((await refresh(front, refresh_token, DESK)).status, 200);
  });

  test("narrower, then all of it again, never beyond", async () => {
    const first = await front.tokens({ scope: SCOPE });
    const narrow = await refresh(front, first.refresh_token, { ...DESK, scope: "orders:read" });
    assert.equal(narrow.status, 200);
    assert.equal(narrow.body.scope, "orders:read");
    assert.equal(narrow.body.id_token, undefined);
    const next = String(narrow.body.refresh_token);
    await refused(next, `${SCOPE} stock:read`);
    const whole = await refresh(front, next, DESK);
    assert.equal(whole.body.scope, SCOPE);
  });

  test("a scope that was requested and refused is decided again, and named again", async () => {
    const scope = "openid orders:read payroll:read nonsense offline_access";
    const first = await front.tokens({ scope });
    const again = await refresh(front, first.refresh_token, { ...DESK, scope });
    assert.equal(again.status, 200, again.text);
    assert.equal(again.body.scope, "openid orders:read offline_access");
    assert.equal(again.body.scope_rejected, "payroll:read nonsense");
    const part = await refresh(front, String(again.body.refresh_token), { ...DESK, scope: "nonsense" });
    assert.deepEqual([part.body.scope, part.body.scope_rejected], ["", "nonsense"]);
    await refused(String(part.body.refresh_token), `${scope} stock:read`);
  });

  test("actions granted through a requested * may be named, others of it may not", async () => {
    const { refresh_token } = await front.tokens({ scope: "orders:* offline_access" });
    await refused(refresh_token, "orders:refund");
    const named = await refresh(front, refresh_token, { ...DESK, scope: "orders:write orders:*" });
    assert.deepEqual([named.body.scope, named.body.scope_rejected], ["orders:write orders:read", ""]);
  });

  test("a claim that was asked for by itself does not become its whole scope", async () => {
    const claims = JSON.stringify({ userinfo: { name: null } });
    const { refresh_token } = await front.tokens({ scope: "openid offline_access", claims });
    await refused(refresh_token, "openid profile");
  });

  test("a scope that the user declined cannot be had later", async () => {
    const request = createRequest(SHOP_CLIENT, { scope: SCOPE, prompt: "consent" });
    const page = await authorize(front.alice, request);
    const { code = "" } = readAuthorizationResponse(
      await consent(front.alice, page, "allow", ["orders:write"]),
    );
    const { body } = await exchange(front, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
    const form = { ...SHOP_CLIENT, scope: "orders:write" };
    const declined = await refresh(front, String(body.refresh_token), form);
    assert.deepEqual([declined.body.scope, declined.body.scope_rejected], ["", "orders:write"]);
    const renewed = await refresh(front, String(declined.body.refresh_token), SHOP_CLIENT);
    assert.equal(renewed.body.scope, "openid orders:read offline_access");
    assert.equal(renewed.body.scope_rejected, "orders:write");
  });

  test("RFC 8707 §2.2: no resource that was not part of the request", async () => {
    const resource = "https://orders.example.test";
    const { refresh_token } = await front.tokens({ scope: `${SCOPE} stock:read`, resource });
    const other = { ...DESK, resource: "https://stock.example.test" };
    assertRefused(await refresh(front, refresh_token, other), 400, "invalid_target");
    assert.equal((await refresh(front, refresh_token, { ...DESK, resource })).status, 200);
  });
});

describe("RFC 6749 §10.4: a refresh token is its client's", () => {
  test("another client's is refused, and stays alive", async () => {
    const { refresh_token } = await front.tokens({ scope: SCOPE });
    for (const client of [RIVAL, SHOP_CLIENT, SHOP_KEY])
      assertRefused(await refresh(front, refresh_token, client), 400, "invalid_grant");
    assertRefused(await refresh(front, refresh_token, { client_id: "spa" }), 400, "invalid_grant");
    assert.equal((await refresh(front, refresh_token, DESK)).status, 200);
  });
  test("RFC 6749 §6: a confidential client authenticates", async () => {
    const { refresh_token } = await front.tokens({ scope: SCOPE });
    const { client_id } = DESK;
    for (const form of [{ client_id }, { client_id, client_secret: "" }, { client_id, client_secret: "x" }])
      assertRefused(await refresh(front, refresh_token, form), 401, "invalid_client");
    assert.equal((await refresh(front, refresh_token, DESK)).status, 200);
  });
  test("a token of another kind, or a made-up one, ends nothing", async () => {
    const { refresh_token, access_token, id_token } = await front.tokens({ scope: SCOPE });
    const [prefix, random = "", seal = ""] = refresh_token.split(".");
    const code = await front.code();
    for (const made of [
      access_token,
      id_token,
      code,
      "x",
      `${prefix}.${random}`,
      `${prefix}.${random}.${"A".repeat(43)}`,
      `${prefix}.${"A".repeat(43)}.${seal}`,
      refresh_token.toUpperCase(),
      `${refresh_token}A`,
      `${refresh_token}\n`,
    ])
      assertRefused(await refresh(front, made, DESK), 400, "invalid_grant");
    assertRefused(await refresh(front, "", DESK), 400, "invalid_request");
    assert.equal((await refresh(front, refresh_token, DESK)).status, 200);
  });
});
