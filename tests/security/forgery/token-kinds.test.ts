/**
 * RFC 8725 §3.11, §3.12, RFC 9068 §4: a resource may have access tokens with the `typ` of ID tokens. Neither kind passes
 * for the other, at any endpoint of ours.
 */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeProtectedHeader } from "jose";
import { type JwtType, signJwt } from "../../../packages/server/src/tokens/sign-jwt.ts";
import {
  authorizationPath,
  decodeClaims,
  readAuthorizationResponse,
  refresh,
  userinfo,
} from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { type Storefront, startStorefront, type Tokens } from "../../support/start-storefront.ts";
import { CALLBACK, createRequest, DESK, ORDERS_SERVER, STOREFRONT } from "../../support/storefront.ts";
import { assertionFields } from "../client-authentication/assertion-signer.ts";
import { issueToken } from "../issue-token.ts";
import { assertRefused } from "../oauth-refusal.ts";
import type { Claims } from "./forge.ts";

const PLAIN = "access_token_type: JWT";
const ORDERS = "identifier: https://orders.example.test";
const PAYROLL = "identifier: https://payroll.example.test";

let front: Storefront;
/** An access token with the `typ` of an ID token, and the ID token beside it. */
let got: Tokens;
before(async () => {
  const state = STOREFRONT.replace(ORDERS, `${ORDERS}\n    ${PLAIN}`).replace(
    PAYROLL,
    `${PAYROLL}\n    ${PLAIN}`,
  );
  front = await startStorefront({
    state: `${state}  - { principal: user:alice, permission: payroll:read }\n`.replaceAll(
      "delegated: [",
      "delegated: [{ scope: payroll:read, consent: implicit }, ",
    ),
  });
  got = await front.tokens({ scope: "openid profile orders:read offline_access" });
  assert.equal(typeOf(got.access_token), "JWT");
  assert.equal(typeOf(got.id_token), "JWT");
});
after(() => front.stop());

const typeOf = (token: unknown) => decodeProtectedHeader(String(token)).typ;

const introspect = async (token: string, caller: Readonly<Record<string, string>> = ORDERS_SERVER) =>
  (await postForm(`${front.url}/oidc/introspect`, { token, ...caller })).body;

describe("an access token has the typ JWT only when all of its resources say so", () => {
  const cases: readonly (readonly [scope: string, typ: string])[] = [
    ["openid orders:read", "JWT"],
    ["orders:read", "JWT"],
    ["openid orders:read payroll:read", "JWT"],
    ["openid orders:read stock:read", "at+jwt"],
    ["openid stock:read", "at+jwt"],
    ["openid profile", "at+jwt"],
    ["openid orders:refund", "at+jwt"],
  ];
  for (const [scope, typ] of cases)
    test(scope, async () => assert.equal(typeOf((await front.tokens({ scope })).access_token), typ));

  test("at a refresh that is narrowed to one resource", async () => {
    const both = await front.tokens({ scope: "openid orders:read stock:read offline_access" });
    const resource = "https://orders.example.test";
    const one = await refresh(front, both.refresh_token, { ...DESK, resource });
    assert.equal(one.body.scope, "openid orders:read offline_access");
    assert.equal(typeOf(one.body.access_token), "JWT");
  });

  test("never for Licet's own API, whatever is stored", async () => {
    const { state } = front.services.storage;
    const own = await state.find("resource", "licet");
    assert.ok(own);
    const put = (accessTokenType: "at+jwt" | "JWT") =>
      state.commit([{ op: "put", kind: "resource", value: { ...own, accessTokenType } }], {
        name: "test",
        at: 0,
      });
    await put("JWT");
    assert.equal(typeOf(await issueToken(front, ORDERS_SERVER, "licet:explain")), "at+jwt");
    await put("at+jwt");
  });
});

describe("an access token with the typ JWT is one everywhere here", () => {
  test("at introspection and userinfo", async () => {
    for (const caller of [ORDERS_SERVER, DESK])
      assert.equal((await introspect(got.access_token, caller)).active, true);
    assert.equal((await userinfo(front, got.access_token)).body.name, "Alice");
  });

  test("at revocation, after which it is dead", async () => {
    const { access_token } = await front.tokens();
    assert.equal(typeOf(access_token), "JWT");
    await postForm(`${front.url}/oidc/revoke`, { token: access_token, ...DESK });
    assert.equal((await introspect(access_token)).active, false);
    assert.equal((await userinfo(front, access_token)).status, 401);
  });

  test("also when its resource has changed its mind since", async () => {
    const { access_token } = await front.tokens();
    const { state } = front.services.storage;
    const stored = await state.find("resource", "orders");
    assert.ok(stored);
    const put = (accessTokenType: "at+jwt" | "JWT") =>
      state.commit([{ op: "put", kind: "resource", value: { ...stored, accessTokenType } }], {
        name: "test",
        at: 0,
      });
    await put("at+jwt");
    assert.equal((await introspect(access_token)).active, true);
    assert.equal(typeOf((await front.tokens()).access_token), "at+jwt");
    await put("JWT");
  });
});

/** Worth nothing at any endpoint that takes access tokens. */
async function assertNoAccessToken(token: string, what = ""): Promise<void> {
  for (const caller of [ORDERS_SERVER, DESK])
    assert.deepEqual(await introspect(token, caller), { active: false }, what);
  assert.equal((await userinfo(front, token)).status, 401, what);
  for (const path of ["/api/v1/users", "/api/v1/about", "/access/v1/search/subject"]) {
    const method = path.startsWith("/api") ? "GET" : "POST";
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const init = { method, headers, ...(method === "POST" && { body: "{}" }) };
    assert.equal((await fetch(front.url + path, init)).status, 401, what + path);
  }
}

/** Signed by a key of ours: only what it says can be wrong. */
const signedByUs = (claims: Claims, typ: JwtType = "JWT") => {
  const { keyRing, clock } = front.services;
  return signJwt(keyRing.signer("ES256", clock.milliseconds()), typ, claims);
};

describe("an ID token is no access token", () => {
  test("at introspection, userinfo and the APIs", () => assertNoAccessToken(got.id_token));

  test("at revocation: nothing ends", async () => {
    const { status, text } = await postForm(`${front.url}/oidc/revoke`, { token: got.id_token, ...DESK });
    assert.deepEqual([status, text], [200, ""]);
    assert.equal((await introspect(got.access_token)).active, true);
  });

  test("nor is one of a user whose attributes have the names of its claims", async () => {
    await front.apply(
      `users: [{ username: alice, name: Alice, email: alice@example.test, attributes: { client_id: desk, scope: "openid orders:read", jti: x, aud: "https://orders.example.test", typ: at+jwt, address: { scope: orders:read } } }]`,
    );
    const claims = JSON.stringify({ id_token: { scope: null, client_id: null, jti: null } });
    const { id_token } = await front.tokens({
      scope: "openid profile email address",
      claims,
      nonce: "scope",
    });
    for (const name of ["client_id", "scope", "jti"]) assert.equal(decodeClaims(id_token)[name], undefined);
    await assertNoAccessToken(id_token);
  });

  test("RFC 8725 §3.12: with the typ JWT, one claim that is not an access token's is one too many", async () => {
    const claims = decodeClaims(got.access_token);
    assert.equal(
      (await introspect(await signedByUs({ ...claims, exp: Number(claims.exp) - 1 }))).active,
      true,
      "so this can fail",
    );
    const wrong: Readonly<Record<string, Claims>> = {
      "at_hash of an ID token": { at_hash: "x" },
      "nonce of an ID token": { nonce: "x" },
      "sid of an ID token": { sid: "x" },
      "no client_id": { client_id: undefined },
      "no scope": { scope: undefined },
      "no jti": { jti: undefined },
      "a client_id as aud": { aud: DESK.client_id },
      "a client_id among others as aud": { aud: ["https://orders.example.test", DESK.client_id] },
      "us as aud": { aud: front.url },
      "our API as aud": { aud: `${front.url}/api/v1` },
      "our API among others as aud": { aud: ["https://orders.example.test", `${front.url}/api/v1`] },
    };
    for (const [what, change] of Object.entries(wrong))
      await assertNoAccessToken(await signedByUs({ ...claims, ...change }), what);
  });
});

describe("an access token with the typ JWT is nothing else", () => {
  test("no id_token_hint of an authorization request", async () => {
    const request = createRequest(DESK, { id_token_hint: got.access_token, prompt: "none" });
    const answer = readAuthorizationResponse(await front.alice.get(authorizationPath(request)));
    assert.equal(answer.error, "invalid_request");
    const genuine = createRequest(DESK, { id_token_hint: got.id_token, prompt: "none" });
    assert.ok(readAuthorizationResponse(await front.alice.get(authorizationPath(genuine))).code);
  });

  test("no id_token_hint of a logout, not even with the claims of one", async () => {
    const { sid } = decodeClaims(got.id_token);
    const claims = decodeClaims(got.access_token);
    const mixed = [
      { ...claims, sid },
      { ...claims, sid, aud: DESK.client_id },
      { ...claims, sid, aud: DESK.client_id, at_hash: "x" },
      { ...decodeClaims(got.id_token), scope: "openid" },
    ];
    for (const hint of [got.access_token, ...(await Promise.all(mixed.map((each) => signedByUs(each))))]) {
      const page = await front.alice.get(`/oidc/logout?${new URLSearchParams({ id_token_hint: hint })}`);
      assert.equal(page.status, 400);
      assert.equal((await front.alice.get("/account")).status, 200, "still signed in");
    }
  });

  test("no client assertion, not even of a client that registered our keys as its own", async () => {
    const { keys } = (await (await fetch(`${front.url}/oidc/jwks`)).json()) as { keys: object[] };
    await front.apply(
      `applications: [{ client_id: mirror, type: service, token_endpoint_auth_method: private_key_jwt, jwks: ${JSON.stringify({ keys })} }]`,
    );
    for (const token of [got.access_token, got.id_token])
      for (const client_id of [DESK.client_id, "mirror"])
        assertRefused(
          await postForm(`${front.url}/oidc/token`, {
            grant_type: "client_credentials",
            client_id,
            ...assertionFields(token),
          }),
          401,
          "invalid_client",
        );
  });

  test("no refresh token and no code", async () => {
    for (const form of [
      { grant_type: "refresh_token", refresh_token: got.access_token },
      { grant_type: "authorization_code", code: got.access_token, redirect_uri: CALLBACK },
    ])
      assertRefused(await postForm(`${front.url}/oidc/token`, { ...form, ...DESK }), 400, "invalid_grant");
  });
});
