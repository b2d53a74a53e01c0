// @engine sqlite: a server counts in memory; the counts of several servers are in nodes-and-restarts.test.ts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ORDERS_API, OTHER, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm } from "../../support/start-licet.ts";
import { STOREFRONT } from "../../support/storefront.ts";
import {
  assertLimited,
  countLimitedRequests,
  failTimes,
  forwardedFor,
  requestToken,
  startLimited,
} from "./limited-licet.ts";

test("every default can be set, and 0 is no limit", async (t) => {
  const settings = {
    limit_client_failures: "3",
    limit_address_failures: "5",
    limit_window_seconds: "10",
  };
  const licet = await startLimited({ settings });
  t.after(() => licet.stop());
  await failTimes(licet, 3, forwardedFor("203.0.113.1"));
  const limited = await requestToken(licet, forwardedFor("203.0.113.1"));
  assertLimited(limited);
  assert.ok(Number(limited.headers.get("retry-after")) <= 10);
  await failTimes(licet, 2, forwardedFor("203.0.113.1"), () => ({ client_id: "other" }));
  assertLimited(await requestToken(licet, forwardedFor("203.0.113.1"), OTHER));
  licet.clock.advance(10);
  assert.equal((await requestToken(licet, forwardedFor("203.0.113.1"), REPORTS)).status, 200);

  const open = await startLimited({ settings: { limit_client_failures: "0", limit_address_failures: "0" } });
  t.after(() => open.stop());
  await failTimes(open, 400, forwardedFor("203.0.113.1"));
});

test("requests of a client in a minute can be limited, and others cannot use them up", async (t) => {
  const licet = await startLimited({
    state: `${SHOP}  - { principal: application:orders-api, permission: licet:check }\n`,
    settings: { limit_client_requests: "20" },
  });
  t.after(() => licet.stop());
  await failTimes(licet, 30, forwardedFor("203.0.113.9"));
  for (let count = 0; count < 20; count += 1)
    assert.equal((await requestToken(licet, forwardedFor(`192.0.2.${count}`), REPORTS)).status, 200);
  assertLimited(await requestToken(licet, forwardedFor("192.0.2.99"), REPORTS));
  assert.equal((await requestToken(licet, forwardedFor("192.0.2.99"), OTHER)).status, 200);
  licet.clock.advance(60);
  const { body } = await requestToken(licet, forwardedFor("192.0.2.1"), {
    ...ORDERS_API,
    scope: "licet:check",
  });
  const check = () =>
    fetch(`${licet.url}/api/v1/check`, {
      method: "POST",
      headers: { authorization: `Bearer ${body.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ subject: "application:reports", permission: "orders:read" }),
    });
  for (let count = 1; count < 20; count += 1) assert.equal((await check()).status, 200);
  const refused = await check();
  assert.equal(refused.status, 429);
  assert.match(await refused.text(), /too_many_requests/);
  assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
});

test("unauthenticated callers cannot use up the requests of a public client", async (t) => {
  const licet = await startLimited({ state: STOREFRONT, settings: { limit_client_requests: "20" } });
  t.after(() => licet.stop());
  const revoke = (address: string) =>
    postForm(`${licet.url}/oidc/revoke`, { client_id: "spa", token: "none" }, forwardedFor(address));
  for (let count = 0; count < 30; count += 1) assert.equal((await revoke("203.0.113.9")).status, 200);
  assert.equal((await revoke("192.0.2.1")).status, 200);
});

test("requests from an address in a minute can be limited; probes are not", async (t) => {
  const licet = await startLimited({ settings: { limit_address_requests: "20" } });
  t.after(() => licet.stop());
  const ask = (path: string, address: string) => fetch(licet.url + path, { headers: forwardedFor(address) });
  for (let count = 0; count < 20; count += 1)
    assert.equal((await ask("/oidc/jwks", "203.0.113.1")).status, 200);
  for (const [path, type] of [
    ["/oidc/jwks", "application/problem+json; charset=utf-8"],
    ["/api/v1/users", "application/problem+json; charset=utf-8"],
    ["/login", "text/html; charset=utf-8"],
    ["/oidc/userinfo", "application/json; charset=utf-8"],
  ] as const) {
    const answer = await ask(path, "203.0.113.1");
    assert.equal(answer.status, 429, path);
    assert.equal(answer.headers.get("content-type"), type);
    assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/);
  }
  for (const path of ["/livez", "/readyz", "/metrics"])
    assert.equal((await ask(path, "203.0.113.1")).status, 200);
  assert.equal((await ask("/oidc/jwks", "203.0.113.2")).status, 200);
  assert.equal((await countLimitedRequests(licet)).address_requests, 4);
});
