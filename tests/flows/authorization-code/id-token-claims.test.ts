import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  authorize,
  consent,
  createBrowser,
  decodeClaims,
  exchange,
  getCode,
  readAuthorizationResponse,
  refresh,
  signIn,
  userinfo,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import {
  ALICE,
  CALLBACK,
  createPkce,
  createRequest,
  DESK,
  SHOP_CLIENT,
  STRICT,
} from "../../support/storefront.ts";

const EVERYTHING = "openid profile email phone address offline_access orders:read";
const MINIMAL = { client_id: "quiet", client_secret: "quiet-secret-quiet-secret-quiet-secret" };

let front: Storefront;
before(async () => {
  front = await startStorefront();
  await front.apply(`
users:
  - { username: alice, name: Alice, email: alice@example.test, attributes: { given_name: Alice, phone_number: "+49 1", address: { country: DE }, locale: de, updated_at: 7, department: sales, scope: evil, client_id: evil, jti: evil, at_hash: evil } }
applications:
  - { client_id: ${MINIMAL.client_id}, client_secret: ${MINIMAL.client_secret}, name: quiet, type: web, first_party: true, redirect_uris: ["${CALLBACK}"], id_token_claims: minimal }`);
});
after(() => front.stop());

/** OpenID Connect Core §2: the claims of every ID token of Licet. */
const COMMON_CLAIMS = ["iss", "sub", "aud", "iat", "exp", "auth_time", "acr", "amr", "sid", "at_hash"];

/** The claims of an ID token about its user. */
const userClaimsOf = (idToken: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(decodeClaims(idToken)).filter(([name]) => !COMMON_CLAIMS.includes(name)));

const fetchUserinfo = async (accessToken: unknown) => {
  const { sub: _, ...claims } = (await userinfo(front, String(accessToken))).body;
  return claims;
};

test("an ID token has the claims of every granted scope, exactly as userinfo gives them", async () => {
  const { id_token, access_token } = await front.tokens({ scope: EVERYTHING });
  assert.deepEqual(userClaimsOf(id_token), {
    name: "Alice",
    given_name: "Alice",
    preferred_username: "alice",
    locale: "de",
    updated_at: 7,
    email: "alice@example.test",
    email_verified: false,
    phone_number: "+49 1",
    address: { country: "DE" },
  });
  assert.deepEqual(userClaimsOf(id_token), await fetchUserinfo(access_token));
  for (const scope of ["openid", "openid email", "openid phone orders:read"]) {
    const one = await front.tokens({ scope });
    assert.deepEqual(userClaimsOf(one.id_token), await fetchUserinfo(one.access_token), scope);
  }
});

test("the ID token of a refresh has the user's current claims, for the scopes of the refresh", async () => {
  const first = await front.tokens({ scope: EVERYTHING });
  await front.apply("users: [{ username: alice, name: Alice Example, email: alice@example.test }]");
  const all = await refresh(front, first.refresh_token, DESK);
  assert.deepEqual(userClaimsOf(all.body.id_token), {
    name: "Alice Example",
    preferred_username: "alice",
    email: "alice@example.test",
    email_verified: false,
  });
  const fewer = await refresh(front, String(all.body.refresh_token), { ...DESK, scope: "openid email" });
  assert.deepEqual(userClaimsOf(fewer.body.id_token), { email: "alice@example.test", email_verified: false });
  assert.deepEqual(userClaimsOf(fewer.body.id_token), await fetchUserinfo(fewer.body.access_token));
});

test("claims of a scope that the user unticked are neither in the ID token nor in userinfo", async () => {
  const browser = createBrowser(front.url);
  const request = createRequest(SHOP_CLIENT, { scope: "openid profile email", prompt: "consent" });
  const page = await signIn(browser, await authorize(browser, request), ALICE);
  const { code = "" } = readAuthorizationResponse(await consent(browser, page, "allow", ["email"]));
  const { body } = await exchange(front, code, { ...SHOP_CLIENT, redirect_uri: CALLBACK });
  assert.equal(body.scope, "openid profile");
  assert.deepEqual(Object.keys(userClaimsOf(body.id_token)), ["name", "preferred_username"]);
  assert.deepEqual(userClaimsOf(body.id_token), await fetchUserinfo(body.access_token));
});

test("the claims parameter adds claims to the ID token", async () => {
  const claims = JSON.stringify({ id_token: { email: null } });
  const { id_token } = await front.tokens({ scope: "openid phone", claims });
  assert.deepEqual(userClaimsOf(id_token), { email: "alice@example.test" });
});

test("an ID token of a minimal application has only the subject and what the claims parameter asks for", async () => {
  const plain = await front.tokens({ scope: "openid profile email offline_access" }, MINIMAL);
  assert.deepEqual(userClaimsOf(plain.id_token), {});
  assert.equal((await fetchUserinfo(plain.access_token)).email, "alice@example.test");
  const renewed = await refresh(front, plain.refresh_token, MINIMAL);
  assert.deepEqual(userClaimsOf(renewed.body.id_token), {});
  const claims = JSON.stringify({ id_token: { email: null } });
  const asked = await front.tokens({ scope: "openid profile", claims }, MINIMAL);
  assert.deepEqual(userClaimsOf(asked.id_token), { email: "alice@example.test" });
});

test("the console's application is minimal", async () => {
  const { challenge, code_verifier } = createPkce();
  const redirect_uri = `${front.url}/console/callback`;
  const client_id = "licet-console";
  const request = { ...createRequest({ client_id }), scope: "openid profile", redirect_uri, ...challenge };
  const code = await getCode(front.alice, request, ALICE);
  const { body, text } = await exchange(front, code, { client_id, redirect_uri, code_verifier });
  assert.equal(body.scope, "openid profile", text);
  assert.deepEqual(userClaimsOf(body.id_token), {});
});

test("without openid there is no ID token", async () => {
  const { challenge, code_verifier } = createPkce();
  const code = await getCode(front.alice, createRequest(STRICT, { scope: "profile", ...challenge }), ALICE);
  const { body } = await exchange(front, code, { ...STRICT, redirect_uri: CALLBACK, code_verifier });
  assert.equal(body.scope, "profile");
  assert.equal(body.id_token, undefined);
});
