// @engine sqlite: a client sees the wire, which is the same on both engines
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createTokenClient,
  IssuerUnavailableError,
  type RejectedScopes,
  type TokenClientOptions,
  TokenRefusedError,
} from "@licet/sdk/client";
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from "jose";
import { startHttp } from "../../../packages/sdk/src/testing/start-http.ts";
import { createTestClock } from "../../../packages/sdk/src/testing/test-clock.ts";
import { createMovableClock } from "../../support/movable-clock.ts";
import { KEY, REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";

const clock = createMovableClock();
let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP, clock });
});
after(() => licet.stop());

const create = (options: Partial<TokenClientOptions> = {}) =>
  createTokenClient({
    issuer: licet.url,
    clientId: REPORTS.client_id,
    clientSecret: REPORTS.client_secret,
    ...options,
  });

const verify = (token: string, audience: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${licet.url}/oidc/jwks`)), { issuer: licet.url, audience });

test("a machine asks for three scopes and gets the two it may have", async () => {
  const heard: RejectedScopes[] = [];
  for (const authenticationMethod of ["client_secret_basic", "client_secret_post"] as const) {
    const client = create({ authenticationMethod, onRejected: (one) => heard.push(one) });
    const token = await client.token({ scope: "orders:write orders:refund orders:read" });
    assert.deepEqual(token.granted, ["orders:read", "orders:write"]);
    assert.deepEqual(token.rejected, ["orders:refund"]);
    const { payload } = await verify(token.accessToken, "https://orders.example.test");
    assert.equal(payload.scope, "orders:read orders:write");
    assert.ok(Math.abs(token.expiresAt.getTime() / 1_000 - (payload.exp ?? 0)) <= 2);
  }
  assert.equal(heard.length, 2);
});

test("a resource without a scope gives everything that is granted there", async () => {
  const { granted, rejected } = await create({ resource: "https://stock.example.test" }).token();
  assert.deepEqual({ granted, rejected }, { granted: ["stock:read"], rejected: [] });
});

test("an access key and a private key work as well", async () => {
  const key = create({ clientId: KEY.client_id, clientSecret: KEY.client_secret });
  assert.deepEqual((await key.token({ scope: "orders:read orders:write" })).rejected, ["orders:write"]);

  for (const algorithm of ["ES256", "RS256", "EdDSA"]) {
    const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: "one" };
    await licet.apply(
      `applications: [{ client_id: signer-${algorithm}, name: Signs ${algorithm}, type: service, token_endpoint_auth_method: private_key_jwt, jwks: { keys: [${JSON.stringify(jwk)}] } }]
assignments: [{ principal: application:signer-${algorithm}, permission: orders:read }]`,
    );
    const signer = create({
      clientId: `signer-${algorithm}`,
      clientSecret: undefined,
      privateKey: await exportJWK(privateKey),
      algorithm,
      keyId: "one",
    });
    const { accessToken } = await signer.token({ scope: "orders:read" });
    await signer.token({ scope: "orders:read", insteadOf: accessToken });
  }
});

test("refusals have the code and the words of the server", async () => {
  const refused = async (options: Partial<TokenClientOptions>) => {
    const error = await create({ scope: "orders:read", ...options })
      .token()
      .catch((caught: unknown) => caught);
    assert.ok(error instanceof TokenRefusedError, String(error));
    assert.ok(error.requestId);
    return [error.status, error.error];
  };
  assert.deepEqual(await refused({ clientSecret: "wrong" }), [401, "invalid_client"]);
  assert.deepEqual(await refused({ clientId: "nobody" }), [401, "invalid_client"]);
  assert.deepEqual(await refused({ resource: "https://unknown.example.test" }), [400, "invalid_target"]);
  assert.deepEqual(await refused({ scope: "x".repeat(300) }), [400, "invalid_scope"]);
});

test("a caller with the wrong secret is told when to come back", async () => {
  const strict = await startLicet({ state: SHOP, settings: { limit_client_failures: "3" } });
  try {
    // Each process has its own client, and each of them learns of the secret by itself.
    const attempt = () => create({ issuer: strict.url, clientSecret: "wrong", scope: "orders:read" }).token();
    let last: unknown;
    for (let round = 0; round < 10 && !(last instanceof IssuerUnavailableError); round += 1)
      last = await attempt().catch((caught: unknown) => caught);
    assert.ok(last instanceof IssuerUnavailableError, String(last));
    assert.equal(last.status, 429);
    assert.ok((last.retryAfterSeconds ?? 0) > 0);
  } finally {
    await strict.stop();
  }
});

test("an API gets a new token when the old one has expired on its side", async () => {
  const keys = createRemoteJWKSet(new URL(`${licet.url}/oidc/jwks`));
  const api = await startHttp(async ({ headers }) => {
    const token = headers.authorization?.slice("Bearer ".length) ?? "";
    const { payload } = await jwtVerify(token, keys, {
      issuer: licet.url,
      audience: "https://orders.example.test",
      currentDate: new Date(clock.milliseconds()),
    }).catch(() => ({ payload: undefined }));
    return payload ? { body: { scope: payload.scope } } : { status: 401 };
  });
  try {
    const client = createTokenClient({
      issuer: licet.url,
      clientId: REPORTS.client_id,
      clientSecret: REPORTS.client_secret,
      scope: "orders:read",
      origins: [api.url],
      clock: createTestClock(),
    });
    assert.equal((await client.fetch(`${api.url}/orders`)).status, 200);
    // The clock of the caller stands still: only the API notices.
    clock.advance(700);
    const response = await client.fetch(`${api.url}/orders`);
    assert.deepEqual(await response.json(), { scope: "orders:read" });
    assert.equal(api.seen.length, 3);
  } finally {
    await api.stop();
  }
});
