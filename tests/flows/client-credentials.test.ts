import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createRemoteJWKSet, decodeJwt, exportJWK, generateKeyPair, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { KEY, ORDERS_API, REPORTS, SHOP } from "../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

const insecure = { execute: [openid.allowInsecureRequests] };
const discover = (
  clientId: string,
  authentication: openid.ClientAuth,
  algorithm: "oidc" | "oauth2" = "oidc",
) => openid.discovery(new URL(licet.url), clientId, undefined, authentication, { ...insecure, algorithm });

const verify = (token: string, audience: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${licet.url}/oidc/jwks`)), {
    issuer: licet.url,
    audience,
    typ: "at+jwt",
  });

describe("a machine asks for a token with openid-client", () => {
  for (const [method, authentication] of [
    ["client_secret_post", openid.ClientSecretPost(REPORTS.client_secret)],
    ["client_secret_basic", openid.ClientSecretBasic(REPORTS.client_secret)],
  ] as const) {
    test(`asks for three scopes by ${method} and gets the two it may have`, async () => {
      const config = await discover(REPORTS.client_id, authentication);
      const token = await openid.clientCredentialsGrant(config, {
        scope: "orders:read orders:write orders:refund",
      });
      assert.equal(token.token_type, "bearer");
      assert.equal(token.scope, "orders:read orders:write");
      assert.equal(token.scope_rejected, "orders:refund");
      assert.equal(token.expires_in, 600);
      const { payload, protectedHeader } = await verify(token.access_token, "https://orders.example.test");
      assert.equal(protectedHeader.alg, "ES256");
      assert.equal(payload.scope, "orders:read orders:write");
      assert.equal(payload.sub, "reports");
      assert.equal(payload.client_id, "reports");
      assert.equal(payload.azp, undefined);
    });
  }

  test("signs a client assertion instead of sending a secret, and each works once", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" };
    await licet.apply(
      `applications: [{ client_id: signer, name: Signs, type: service, token_endpoint_auth_method: private_key_jwt, jwks: { keys: [${JSON.stringify(jwk)}] } }]
assignments: [{ principal: application:signer, permission: orders:read }]`,
    );
    const config = await discover("signer", openid.PrivateKeyJwt({ key: privateKey, kid: "one" }), "oauth2");
    for (let round = 0; round < 2; round++) {
      const token = await openid.clientCredentialsGrant(config, { scope: "orders:read orders:write" });
      assert.equal(token.scope, "orders:read");
      assert.equal(token.scope_rejected, "orders:write");
    }
  });
});

test("oauth4webapi gets a token, introspects it as its resource server, and revokes it", async () => {
  const issuer = new URL(licet.url);
  const options = { [oauth.allowInsecureRequests]: true } as const;
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...options }),
  );
  const client: oauth.Client = { client_id: REPORTS.client_id };
  const secret = oauth.ClientSecretBasic(REPORTS.client_secret);
  const token = await oauth.processClientCredentialsResponse(
    server,
    client,
    await oauth.clientCredentialsGrantRequest(server, client, secret, { scope: "orders:read" }, options),
  );
  const resourceServer: oauth.Client = { client_id: ORDERS_API.client_id };
  const introspect = async () =>
    oauth.processIntrospectionResponse(
      server,
      resourceServer,
      await oauth.introspectionRequest(
        server,
        resourceServer,
        oauth.ClientSecretPost(ORDERS_API.client_secret),
        token.access_token,
        options,
      ),
    );
  const seen = await introspect();
  assert.equal(seen.active, true);
  assert.equal(seen.scope, "orders:read");
  assert.equal(seen.client_id, "reports");
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, secret, token.access_token, options),
  );
  assert.deepEqual(await introspect(), { active: false });
});

const ask = (form: Record<string, string>) =>
  postForm(`${licet.url}/oidc/token`, { grant_type: "client_credentials", ...form });

describe("the contents of a token", () => {
  test("an access key acts for its application and never beyond its ceiling", async () => {
    const { body } = await ask({ ...KEY, scope: "orders:write orders:read stock:read" });
    assert.equal(body.scope, "orders:read");
    assert.equal(body.scope_rejected, "orders:write stock:read");
    const claims = decodeJwt(body.access_token as string);
    assert.equal(claims.sub, "ak_reports");
    assert.equal(claims.client_id, "ak_reports");
    assert.equal(claims.azp, "reports");
  });

  test("a star is expanded into every action that is granted", async () => {
    const { body } = await ask({ ...REPORTS, scope: "orders:* stock:*" });
    assert.equal(body.scope, "orders:read orders:write stock:read");
    assert.equal(body.scope_rejected, "");
    assert.deepEqual(decodeJwt(body.access_token as string).aud, [
      "https://orders.example.test",
      "https://stock.example.test",
    ]);
  });

  test("an instance is granted where the assignment holds, and nowhere else", async () => {
    const { body } = await ask({ ...REPORTS, scope: "stock:7:count stock:8:count stock:count stock:9:read" });
    assert.equal(body.scope, "stock:7:count stock:9:read");
    assert.equal(body.scope_rejected, "stock:8:count stock:count");
  });

  test("a requested resource restricts the decision and chooses the signature", async () => {
    const { body } = await ask({
      ...REPORTS,
      scope: "orders:read stock:read",
      resource: "https://stock.example.test",
    });
    assert.equal(body.scope, "stock:read");
    assert.equal(body.scope_rejected, "orders:read");
    const { protectedHeader } = await verify(body.access_token as string, "https://stock.example.test");
    assert.equal(protectedHeader.alg, "RS256");
  });

  test("a resource without scopes means everything granted there", async () => {
    const { body } = await ask({ ...REPORTS, resource: "https://orders.example.test" });
    assert.equal(body.scope, "orders:read orders:write");
    assert.equal(body.scope_rejected, "");
  });

  test("a custom permission belongs to no resource, so the token is for the issuer", async () => {
    const { body } = await ask({ ...REPORTS, scope: "billing_admin" });
    assert.equal(body.scope, "billing_admin");
    assert.equal(decodeJwt(body.access_token as string).aud, licet.url);
  });

  test("all scopes refused is still an answer: a token that carries none", async () => {
    const { status, body } = await ask({ ...REPORTS, scope: "orders:refund nothing openid" });
    assert.equal(status, 200);
    assert.equal(body.scope, "");
    assert.equal(body.scope_rejected, "orders:refund nothing openid");
  });

  test("a token never outlives the assignment it rests on", async () => {
    const end = new Date(Date.now() + 60_000).toISOString();
    await licet.apply(
      `assignments: [{ principal: application:other, permission: orders:read, expires_at: ${end} }]`,
    );
    const { body } = await ask({
      client_id: "other",
      client_secret: "other-secret-other-secret-other-secret",
      scope: "orders:read",
    });
    assert.ok((body.expires_in as number) <= 60 && (body.expires_in as number) > 50);
  });
});
