/** oauth4webapi on the fetch of whatever runs this: Bun and Deno. */

import * as oauth from "oauth4webapi";

const scene = JSON.parse(globalThis.process.env.CLIENT_TEST_SCENE);
// Only because the server is on the loopback.
const insecure = { [oauth.allowInsecureRequests]: true };
const SCOPE = "openid profile email offline_access orders:read orders:delete";

const tried = (what) => console.log(`tried: ${what}`);
function expect(seen, wanted) {
  const [left, right] = [seen, wanted].map((value) => JSON.stringify(value));
  if (left !== right) throw new Error(`${left} instead of ${right}`);
}
async function visit(address) {
  const answer = await fetch(scene.visit, { method: "POST", body: String(address) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const issuer = new URL(scene.issuer);
const server = await oauth.processDiscoveryResponse(
  issuer,
  await oauth.discoveryRequest(issuer, { algorithm: "oidc", ...insecure }),
);
tried("discovery");

const client = { client_id: scene.application.client_id };
const asApplication = oauth.ClientSecretBasic(scene.application.client_secret);

await actAsMachine();
const token = await signUserIn();
const renewed = await refresh(token);
await readUserinfo(renewed, token);
await endTokens(renewed);

async function actAsMachine() {
  const machine = { client_id: scene.machine.client_id };
  for (const method of [oauth.ClientSecretPost, oauth.ClientSecretBasic]) {
    const credentials = method(scene.machine.client_secret);
    const form = new URLSearchParams({ scope: "orders:read orders:delete" });
    const response = await oauth.clientCredentialsGrantRequest(server, machine, credentials, form, insecure);
    const { scope, scope_rejected } = await oauth.processClientCredentialsResponse(server, machine, response);
    expect([scope, scope_rejected], ["orders:read", "orders:delete"]);
    tried(`client_credentials with ${method.name}`);
  }
}

async function signUserIn() {
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const parameters = new URLSearchParams({
    response_type: "code",
    redirect_uri: scene.callback,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const pushed = await oauth.processPushedAuthorizationResponse(
    server,
    client,
    await oauth.pushedAuthorizationRequest(server, client, asApplication, parameters, insecure),
  );
  tried("pushed authorization request, where Licet takes no others");
  const address = new URL(server.authorization_endpoint);
  address.searchParams.set("client_id", client.client_id);
  address.searchParams.set("request_uri", pushed.request_uri);
  const answer = oauth.validateAuthResponse(server, client, new URL((await visit(address)).url), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    asApplication,
    answer,
    scene.callback,
    verifier,
    insecure,
  );
  const options = { expectedNonce: nonce, requireIdToken: true };
  const token = await oauth.processAuthorizationCodeResponse(server, client, response, options);
  await oauth.validateApplicationLevelSignature(server, response, insecure);
  const { name, email } = oauth.getValidatedIdTokenClaims(token);
  expect([name, email], [scene.user.name, scene.user.email]);
  expect(token.scope_rejected, "orders:delete");
  tried("code flow with PKCE and nonce; name and email in the signed ID token");
  return token;
}

async function refresh({ refresh_token, scope: before }) {
  const options = { ...insecure, additionalParameters: { scope: SCOPE } };
  const response = await oauth.refreshTokenGrantRequest(
    server,
    client,
    asApplication,
    refresh_token,
    options,
  );
  const renewed = await oauth.processRefreshTokenResponse(server, client, response);
  expect([renewed.scope, renewed.scope_rejected], [before, "orders:delete"]);
  tried("refresh with the scope first asked for");
  return renewed;
}

async function readUserinfo({ access_token }, { id_token }) {
  const { sub } = JSON.parse(atob(id_token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
  const response = await oauth.userInfoRequest(server, client, access_token, insecure);
  const { email } = await oauth.processUserInfoResponse(server, client, sub, response);
  expect(email, scene.user.email);
  tried("userinfo");
}

async function endTokens({ access_token, refresh_token }) {
  expect(await isActive(access_token), true);
  const response = await oauth.revocationRequest(server, client, asApplication, refresh_token, insecure);
  await oauth.processRevocationResponse(response);
  expect(await isActive(access_token), false);
  tried("introspection and revocation");
}

async function isActive(accessToken) {
  const api = { client_id: scene.ordersApi.client_id };
  const credentials = oauth.ClientSecretBasic(scene.ordersApi.client_secret);
  const response = await oauth.introspectionRequest(server, api, credentials, accessToken, insecure);
  return (await oauth.processIntrospectionResponse(server, api, response)).active;
}
