// @engine sqlite: a verifier sees tokens, keys and answers over HTTP, and none of them depends on the database

import assert from "node:assert/strict";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import express from "express";
import { auth, requirePermission, requireScopes } from "../../../packages/sdk/src/server/express.ts";
import { createVerifier, type PermissionChecker } from "../../../packages/sdk/src/server/index.ts";
import { callerWith } from "../../support/api-client.ts";
import { createMovableClock } from "../../support/movable-clock.ts";
import { KEY, ORDERS_API, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { startStorefront } from "../../support/start-storefront.ts";
import { DESK } from "../../support/storefront.ts";
import { fetchToken } from "../fetch-token.ts";

const ORDERS = "https://orders.example.test";
const MAY_CHECK = `
assignments:
  - { principal: application:${ORDERS_API.client_id}, permission: licet:check }
`;

const clock = createMovableClock();
let licet: RunningLicet;
before(async () => {
  licet = await startLicet({
    state: SHOP,
    clock,
    settings: { jwks_max_age_seconds: "1", key_propagation_seconds: "1", access_token_seconds: "60" },
  });
  await licet.apply(MAY_CHECK);
});
after(() => licet.stop());

const introspection = { clientId: ORDERS_API.client_id, clientSecret: ORDERS_API.client_secret };
const createOrdersVerifier = (more: object = {}) =>
  createVerifier({ issuer: licet.url, audience: ORDERS, clock: { now: clock.milliseconds }, ...more });

const outcomeOf = async (
  verifier: ReturnType<typeof createVerifier>,
  token: string,
  options?: { readonly fresh?: boolean },
) => {
  const verified = await verifier.verify(token, options);
  return verified.valid ? "valid" : verified.problem;
};

describe("an Express API", () => {
  let server: Server;
  let url: string;
  before(async () => {
    const token = await fetchToken(licet, ORDERS_API, "licet:check");
    const checker: PermissionChecker = {
      check: async (question) => (await callerWith(licet, token)("POST", "/check", question)).body,
    };

    const app = express();
    app.use(auth({ issuer: licet.url, audience: ORDERS, checker, log: false }));
    app.get("/orders", requireScopes("orders:read", "orders:write"), (request, response) => {
      response.json({ caller: request.auth?.subject });
    });
    app.delete("/orders/:id", requirePermission("orders:read"), (request, response) => {
      response.json({ deleted: request.params.id });
    });
    app.post(
      "/orders/:id/refund",
      requirePermission("orders:refund", (request: express.Request) => ({
        resource: `orders/${request.params.id}`,
        context: { ip: String(request.headers["x-test-address"]) },
      })),
      (_request, response) => {
        response.json({ refunded: true });
      },
    );

    server = app.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const call = (path: string, token: string, method = "GET", headers = {}) =>
    fetch(url + path, { method, headers: { authorization: `Bearer ${token}`, ...headers } });

  test("a machine calls it with its token", async () => {
    const response = await call("/orders", await fetchToken(licet, REPORTS, "orders:read orders:write"));
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { caller: "reports" });
  });

  test("a caller without a scope learns which one is missing, and asks Licet for it", async () => {
    const refused = await call("/orders", await fetchToken(licet, REPORTS, "orders:read"));
    assert.equal(refused.status, 403);
    const challenge = refused.headers.get("www-authenticate") ?? "";
    assert.match(challenge, /^Bearer error="insufficient_scope", .*lacks orders:write"/);
    const needed = /scope="([^"]+)"/.exec(challenge)?.[1] ?? "";
    assert.equal((await call("/orders", await fetchToken(licet, REPORTS, needed))).status, 200);
  });

  test("the document about the resource leads to the issuer", async () => {
    const { resource, authorization_servers } = (await (
      await fetch(`${url}/.well-known/oauth-protected-resource`)
    ).json()) as { resource: string; authorization_servers: string[] };
    assert.deepEqual([resource, authorization_servers], [ORDERS, [licet.url]]);
    assert.equal(
      (await fetch(`${authorization_servers[0]}/.well-known/oauth-authorization-server`)).status,
      200,
    );
  });

  test("a token for another resource, or for Licet itself, is refused", async () => {
    for (const scope of ["stock:read", "billing_admin"]) {
      const response = await call("/orders", await fetchToken(licet, REPORTS, scope));
      assert.equal(response.status, 401);
      assert.match(response.headers.get("www-authenticate") ?? "", /error="invalid_token".*another audience/);
    }
  });

  test("a permission is decided by Licet now, with the conditions of the role", async () => {
    const token = await fetchToken(licet, REPORTS, "orders:read");
    const from = (address: string) => call("/orders/42/refund", token, "POST", { "x-test-address": address });
    assert.equal((await from("192.0.2.1")).status, 200);
    assert.equal((await from("192.0.2.2")).status, 403);
  });

  test("an access account is checked with its ceiling, and not as its application", async () => {
    const token = await fetchToken(licet, KEY, "orders:read");
    assert.equal((await call("/orders/42", token, "DELETE")).status, 200);
    const refund = await call("/orders/42/refund", token, "POST", { "x-test-address": "192.0.2.1" });
    assert.equal(refund.status, 403);
  });
});

test("tokens of every algorithm are accepted", async () => {
  const CASES = { "stock:read": "https://stock.example.test", "orders:read": ORDERS };
  for (const [scope, audience] of Object.entries(CASES)) {
    const verifier = createVerifier({ issuer: licet.url, audience });
    assert.equal(await outcomeOf(verifier, await fetchToken(licet, REPORTS, scope)), "valid", scope);
  }
  await licet.apply("assignments: [{ principal: application:reports, permission: payroll:read }]");
  const verifier = createVerifier({ issuer: licet.url, audience: "https://payroll.example.test" });
  assert.equal(await outcomeOf(verifier, await fetchToken(licet, REPORTS, "payroll:read")), "valid", "EdDSA");
});

describe("introspection", () => {
  const revoke = async (token: string) => {
    const { status } = await postForm(`${licet.url}/oidc/revoke`, { token, ...REPORTS });
    assert.equal(status, 200);
  };

  test("a revoked token is found out by asking", async () => {
    const verifier = createOrdersVerifier({ introspection });
    const token = await fetchToken(licet, REPORTS, "orders:read");
    assert.equal(await outcomeOf(verifier, token, { fresh: true }), "valid");
    await revoke(token);
    assert.equal(await outcomeOf(verifier, token), "valid", "the signature is still right");
    assert.equal(await outcomeOf(verifier, token, { fresh: true }), "inactive");
  });

  test("in silence about revocations every token is introspected", async () => {
    const silence = { isRevoked: () => false, isCurrent: () => false, close: () => undefined };
    const verifier = createOrdersVerifier({ introspection, revocations: silence });
    const token = await fetchToken(licet, REPORTS, "orders:read");
    assert.equal(await outcomeOf(verifier, token), "valid");
    const revoked = await fetchToken(licet, REPORTS, "orders:read");
    await revoke(revoked);
    assert.equal(await outcomeOf(verifier, revoked), "inactive");
  });

  test("with wrong credentials nothing is accepted, and the failure says why", async () => {
    const verifier = createOrdersVerifier({
      introspection: { ...introspection, clientSecret: "wrong", always: true },
    });
    assert.equal(await outcomeOf(verifier, await fetchToken(licet, REPORTS, "orders:read")), "unavailable");
    assert.match(String(verifier.lastFailure()), /refused clientId and clientSecret/);
  });
});

const kidOf = (token: string): string =>
  (JSON.parse(atob(token.split(".")[0] as string)) as { kid: string }).kid;

describe("keys of Licet", () => {
  test("are rotated again and again, and every token is accepted", async () => {
    const verifier = createOrdersVerifier({ keyCooldownSeconds: 1 });
    const kids = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      await licet.services.keyRing.rotate("ES256");
      await licet.services.keyRing.maintain();
      for (let count = 0; count < 5; count += 1) {
        const token = await fetchToken(licet, REPORTS, "orders:read");
        assert.equal(await outcomeOf(verifier, token), "valid");
        kids.add(kidOf(token));
      }
      clock.advance(0.2);
    }
    assert.ok(kids.size >= 2, `${kids.size} keys signed`);
  });

  test("a revoked key and the tokens that it signed are refused once the keys are renewed", async () => {
    const verifier = createOrdersVerifier({ keyCooldownSeconds: 1 });
    const token = await fetchToken(licet, REPORTS, "orders:read");
    assert.equal(await outcomeOf(verifier, token), "valid");
    await licet.services.keyRing.revoke(kidOf(token), { name: "test" });
    clock.advance(1.1);
    assert.equal(await outcomeOf(verifier, token), "unknown_key");
    const successor = await fetchToken(licet, REPORTS, "orders:read");
    clock.advance(1);
    assert.equal(await outcomeOf(verifier, successor), "valid");
  });
});

test("a verifier goes on while Licet is away", async () => {
  const away = await startLicet({
    state: SHOP,
    clock,
    settings: { jwks_max_age_seconds: "1", key_propagation_seconds: "1" },
  });
  const verifier = createVerifier({
    issuer: away.url,
    audience: ORDERS,
    keyCooldownSeconds: 1,
    clock: { now: clock.milliseconds },
  });
  const [seen, unseen] = await Promise.all([
    fetchToken(away, REPORTS, "orders:read"),
    fetchToken(away, REPORTS, "orders:write"),
  ]);
  assert.equal(await outcomeOf(verifier, seen), "valid");
  await away.stop();
  clock.advance(1.1);
  assert.equal(await outcomeOf(verifier, seen), "valid");
  assert.equal(await outcomeOf(verifier, unseen), "valid");
});

test("RFC 8725 §3.12: of the tokens of a user, only the access token is one", async () => {
  const storefront = await startStorefront();
  try {
    const tokens = await storefront.tokens({ scope: "openid offline_access orders:read" });
    // The application may introspect its own refresh token, which is active.
    const introspection = { clientId: DESK.client_id, clientSecret: DESK.client_secret };
    const audience = [ORDERS, storefront.url, DESK.client_id];
    const verifier = createVerifier({ issuer: storefront.url, audience, introspection });
    const verified = await verifier.verify(tokens.access_token);
    assert.ok(verified.valid);
    assert.match(verified.auth.subject, /^usr_/);
    assert.deepEqual(
      [verified.auth.clientId, verified.auth.scopes.includes("orders:read")],
      [DESK.client_id, true],
    );
    assert.equal(await outcomeOf(verifier, tokens.id_token), "wrong_type");
    assert.equal(await outcomeOf(verifier, tokens.refresh_token), "malformed");
  } finally {
    await storefront.stop();
  }
});
