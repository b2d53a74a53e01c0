import assert from "node:assert/strict";
import type { IncomingMessage, RequestListener } from "node:http";
import { test } from "node:test";
import * as openid from "openid-client";
import { ALICE } from "../../support/storefront.ts";
import { useChromium } from "../support/chromium.ts";
import { allow, readShown, signIn } from "../support/user-at-page.ts";
import { createShop, useWorld } from "../support/world.ts";

const SHOP = createShop("openid-client", "web");
const chromium = useChromium();
const world = useWorld(SHOP, async ({ licet, application }) => {
  const config = await openid.discovery(
    new URL(licet.url),
    SHOP.client_id,
    SHOP.client_secret,
    openid.ClientSecretBasic(SHOP.client_secret),
    { execute: [openid.allowInsecureRequests] },
  );
  application.serve(createWebApplication(config, application.url));
});

test("openid-client on a web server signs a user in, refreshes, reads userinfo, and signs out", async () => {
  const { licet, application } = world;
  const context = await chromium.open();
  const page = await context.newPage();

  await page.goto(`${application.url}/sign-in`);
  assert.match(await page.title(), /^Sign in/);
  await signIn(page, ALICE);
  await page.waitForURL("**/consent?*");
  await allow(page);
  await page.waitForURL(`${application.url}/callback?*`);
  const first = await readShown(page);
  assert.equal(first.scope, "openid email orders:read orders:write offline_access");
  assert.equal(first.email, "alice@example.test");

  await page.goto(`${application.url}/refresh`);
  const second = await readShown(page);
  assert.equal(second.scope, first.scope);
  assert.equal(second.sub, first.sub);
  assert.notEqual(second.jti, first.jti);

  await page.goto(`${application.url}/sign-out`);
  await page.waitForURL(`${application.url}/?state=bye`);
  // The session at Licet ended as well, not only the application's.
  await page.goto(`${licet.url}/account`);
  assert.match(await page.title(), /^Sign in/);
  await context.close();
});

test("openid-client gets the error when the user denies the request", async () => {
  const { application } = world;
  const context = await chromium.open();
  const page = await context.newPage();
  await page.goto(`${application.url}/sign-in?again`);
  await signIn(page, ALICE);
  await page.click("#consent-deny");
  await page.waitForURL(`${application.url}/callback?*`);
  assert.deepEqual(await readShown(page), { error: "access_denied" });
  await context.close();
});

/** The application remembers one user, because the test has only one. */
function createWebApplication(config: openid.Configuration, url: string): RequestListener {
  const visit: { verifier: string; state: string; nonce: string; tokens?: Tokens } = {
    verifier: openid.randomPKCECodeVerifier(),
    state: openid.randomState(),
    nonce: openid.randomNonce(),
  };

  const routes: Record<string, (request: IncomingMessage) => Promise<URL | object>> = {
    "/": async () => ({}),
    "/sign-in": async ({ url: path }) =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri: `${url}/callback`,
        scope: "openid email orders:read orders:write offline_access",
        code_challenge: await openid.calculatePKCECodeChallenge(visit.verifier),
        code_challenge_method: "S256",
        state: visit.state,
        nonce: visit.nonce,
        ...(path?.endsWith("?again") && { prompt: "consent" }),
      }),
    "/callback": async (request) => {
      visit.tokens = await openid.authorizationCodeGrant(config, new URL(request.url ?? "", url), {
        pkceCodeVerifier: visit.verifier,
        expectedState: visit.state,
        expectedNonce: visit.nonce,
        idTokenExpected: true,
      });
      return show(visit.tokens);
    },
    "/refresh": async () => {
      visit.tokens = await openid.refreshTokenGrant(config, visit.tokens?.refresh_token ?? "");
      return show(visit.tokens);
    },
    "/sign-out": async () =>
      openid.buildEndSessionUrl(config, {
        id_token_hint: visit.tokens?.id_token ?? "",
        post_logout_redirect_uri: `${url}/`,
        state: "bye",
      }),
  };

  const show = async (tokens: Tokens) => {
    const sub = tokens.claims()?.sub ?? "";
    const { email } = await openid.fetchUserInfo(config, tokens.access_token, sub);
    const { jti } = JSON.parse(Buffer.from(tokens.access_token.split(".")[1] ?? "", "base64url").toString());
    return { scope: tokens.scope, sub, email, jti };
  };

  return async (request, response) => {
    const route = routes[new URL(request.url ?? "", url).pathname];
    const answer = await route?.(request).catch(({ error, message }) => ({ error: error ?? message }));
    if (answer instanceof URL) response.writeHead(302, { location: answer.href }).end();
    else response.writeHead(answer ? 200 : 404, { "content-type": "text/html" }).end(JSON.stringify(answer));
  };
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;
