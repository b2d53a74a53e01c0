// @engine sqlite: these answers do not depend on the engine.

/** RFC 9101 with openid-client: the application signs its request, so that the browser cannot change it. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { exportJWK, generateKeyPair } from "jose";
import * as openid from "openid-client";
import {
  authorize,
  type Browser,
  consent,
  createBrowser,
  isLoginPage,
  type Page,
  readAuthorizationResponse,
  readForm,
  signIn,
  signInAndConsent,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, CALLBACK } from "../../support/storefront.ts";

const ALGORITHMS = ["ES256", "RS256", "Ed25519"] as const;
const CLIENT_ID = "signing-shop";

let front: Storefront;
let config: openid.Configuration;
const keys = new Map<string, openid.PrivateKey>();
before(async () => {
  front = await startStorefront();
  const jwks = await Promise.all(
    ALGORITHMS.map(async (algorithm) => {
      const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
      keys.set(algorithm, { key: privateKey, kid: algorithm });
      // RFC 9864: one algorithm, registered by its old name and used by its new one.
      const alg = algorithm === "Ed25519" ? "EdDSA" : algorithm;
      return { ...(await exportJWK(publicKey)), kid: algorithm, alg };
    }),
  );
  await front.apply(`applications:
  - { client_id: ${CLIENT_ID}, type: web, token_endpoint_auth_method: private_key_jwt, redirect_uris: [${CALLBACK}],
      delegated: [orders:read, { scope: orders:write, consent: optional }], jwks: ${JSON.stringify({ keys: jwks })} }`);
  config = await openid.discovery(
    new URL(front.url),
    CLIENT_ID,
    undefined,
    openid.PrivateKeyJwt(getKey("ES256")),
    { execute: [openid.allowInsecureRequests] },
  );
});
after(() => front.stop());

function getKey(algorithm: string): openid.PrivateKey {
  const key = keys.get(algorithm);
  assert.ok(key);
  return key;
}

interface StartedRequest {
  readonly address: URL;
  readonly checks: openid.AuthorizationCodeGrantChecks;
}

async function startRequest(more: Record<string, string> = {}, algorithm = "ES256"): Promise<StartedRequest> {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier,
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
  };
  const parameters = {
    redirect_uri: CALLBACK,
    scope: "openid email orders:read orders:write",
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...more,
  };
  const address = await openid.buildAuthorizationUrlWithJAR(config, parameters, getKey(algorithm));
  return { address, checks };
}

const sendBrowser = (browser: Browser, { address }: Pick<StartedRequest, "address">): Promise<Page> =>
  authorize(browser, Object.fromEntries(address.searchParams));
const signInByRequest = async (browser: Browser, { address }: StartedRequest): Promise<URL> =>
  new URL((await signInAndConsent(browser, Object.fromEntries(address.searchParams), ALICE)).location ?? "");

for (const algorithm of ALGORITHMS)
  test(`a user signs in by a request that is signed with ${algorithm}`, async () => {
    const started = await startRequest(
      { max_age: "600", resource: "https://orders.example.test" },
      algorithm,
    );
    assert.deepEqual([...started.address.searchParams.keys()].sort(), ["client_id", "request"]);
    const callback = await signInByRequest(createBrowser(front.url), started);
    const tokens = await openid.authorizationCodeGrant(config, callback, { ...started.checks, maxAge: 600 });
    assert.equal(tokens.scope, "openid email orders:read orders:write");
    assert.equal(tokens.claims()?.nonce, started.checks.expectedNonce);
  });

test("a signed request can be pushed, and its reference is used once", async () => {
  const { address, checks } = await startRequest();
  const pushed = await openid.buildAuthorizationUrlWithPAR(config, address.searchParams);
  assert.match(pushed.searchParams.get("request_uri") ?? "", /^urn:ietf:params:oauth:request_uri:/);
  const browser = createBrowser(front.url);
  const callback = await signInByRequest(browser, { address: pushed, checks });
  const tokens = await openid.authorizationCodeGrant(config, callback, checks);
  assert.equal(tokens.scope, "openid email orders:read orders:write");
  assert.equal((await sendBrowser(browser, { address: pushed })).status, 400);
});

test("a signed request can be sent as a form", async () => {
  const { address, checks } = await startRequest();
  const page = await front.alice.post("/oidc/auth", [...address.searchParams]);
  const callback = new URL(page.location ?? "");
  assert.ok((await openid.authorizationCodeGrant(config, callback, checks)).id_token);
});

test("a signed request is remembered while the user signs in, longer than the object lives", async () => {
  const started = await startRequest({ prompt: "login", login_hint: "alice", ui_locales: "zh" });
  const login = await sendBrowser(front.alice, started);
  assert.ok(isLoginPage(login), "signed in already, and asked again");
  assert.match(login.text, /value="alice"/);
  assert.match(login.text, /<html lang="zh/);
  front.clock.advance(400);
  const answer = readAuthorizationResponse(await signIn(front.alice, login, ALICE));
  front.clock.advance(-400);
  assert.equal(answer.state, started.checks.expectedState);
  assert.ok(answer.code);
});

describe("OAuth 2.0 Form Post Response Mode: every answer is a form", () => {
  const readPostedForm = (page: Page): Readonly<Record<string, string>> => {
    assert.equal(page.status, 200, String(page.location));
    assert.match(page.text, new RegExp(`<form method="post" action="${CALLBACK}">`));
    return Object.fromEntries(readForm(page, "form-post-continue"));
  };
  const postedRequest = (page: Page): Request =>
    new Request(CALLBACK, { method: "POST", body: new URLSearchParams(readPostedForm(page)) });
  const form_post = { response_mode: "form_post" };

  test("a code", async () => {
    const { address, checks } = await startRequest(form_post);
    const page = await signInAndConsent(
      createBrowser(front.url),
      Object.fromEntries(address.searchParams),
      ALICE,
    );
    assert.ok((await openid.authorizationCodeGrant(config, postedRequest(page), checks)).id_token);
  });

  test("a refusal of the request, of prompt=none, of the user", async () => {
    const { checks, ...unasked } = await startRequest({ ...form_post, prompt: "none" });
    const refused = readPostedForm(await sendBrowser(createBrowser(front.url), unasked));
    assert.deepEqual(
      [refused.error, refused.state, refused.iss],
      ["login_required", checks.expectedState, front.url],
    );
    const malformed = await startRequest({ ...form_post, scope: "a  b" });
    assert.equal(readPostedForm(await sendBrowser(front.alice, malformed)).error, "invalid_scope");
    const started = await startRequest({ ...form_post, prompt: "consent" });
    const denied = await consent(front.alice, await sendBrowser(front.alice, started), "deny");
    await assert.rejects(openid.authorizationCodeGrant(config, postedRequest(denied), started.checks), {
      error: "access_denied",
    });
  });

  test("a refusal of the object itself, by the parameters outside", async () => {
    const outer = { client_id: CLIENT_ID, redirect_uri: CALLBACK, state: "outer", ...form_post };
    const answers = [
      { request: "eyJhbGciOiJub25lIn0.e30.", error: "request_not_supported" },
      { request: "eyJhbGciOiJFUzI1NiJ9.e30.AAAA", error: "invalid_request_object" },
    ];
    for (const { request, error } of answers) {
      const form = readPostedForm(await authorize(front.alice, { ...outer, request }));
      assert.deepEqual([form.error, form.state, form.iss], [error, "outer", front.url]);
    }
  });
});

test("discovery says what is accepted, and openid-client reads it", () => {
  const metadata = config.serverMetadata();
  assert.equal(metadata.request_parameter_supported, true);
  assert.equal(metadata.request_uri_parameter_supported, false);
  assert.equal(metadata.require_signed_request_object, false);
  const algorithms = metadata.request_object_signing_alg_values_supported;
  assert.deepEqual(algorithms, ["ES256", "RS256", "EdDSA", "Ed25519"]);
});
