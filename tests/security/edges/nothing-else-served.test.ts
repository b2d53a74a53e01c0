// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet, TEST_SECRET } from "../../support/start-licet.ts";
import { requestHead, sendRaw } from "../raw-connection.ts";
import { watchRoutes } from "./watch-routes.ts";

const routes = watchRoutes();
let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

/** A new route has to be added here, too, so that its author thinks about who may see it. */
const SERVED = [
  "/",
  "/.well-known/authzen-configuration",
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
  "/access/v1/evaluation",
  "/access/v1/evaluations",
  "/access/v1/search/action",
  "/access/v1/search/resource",
  "/access/v1/search/subject",
  "/account",
  "/account/consents/withdraw",
  "/account/password",
  "/account/sessions/end",
  "/account/sessions/end-others",
  "/api/v1/openapi.json",
  "/assets/brand.css",
  "/assets/form-post.js",
  "/assets/icon.svg",
  "/assets/licet.css",
  "/assets/logos/x/x",
  "/assets/show-password.js",
  "/consent",
  "/console",
  "/console/*",
  "/docs",
  "/docs/*",
  "/language",
  "/livez",
  "/login",
  "/logout",
  "/metrics",
  "/oidc/auth",
  "/oidc/introspect",
  "/oidc/jwks",
  "/oidc/logout",
  "/oidc/par",
  "/oidc/revoke",
  "/oidc/token",
  "/oidc/userinfo",
  "/readyz",
  "/reset-password",
  "/setup",
  "/setup/x",
];

test("CVE-2023-29193: the public port serves these paths, what the OpenAPI document describes, and no other", async () => {
  const { paths } = (await (await fetch(`${licet.url}/api/v1/openapi.json`)).json()) as { paths: object };
  // The address of a picture or a style names its content.
  const served = routes.map(({ path }) => path.replace(/^(\/assets\/[a-z-]+)-[\w-]{16}(\.\w+)$/, "$1$2"));
  const described = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, "x"));
  assert.deepEqual([...new Set(served)].sort(), [...SERVED, ...described].sort());
});

describe("CVE-2023-29193: what a scanner looks for is not there", () => {
  const wanted = [
    ...["/.git/HEAD", "/.git/config", "/.gitignore", "/.env", "/.npmrc", "/.DS_Store", "/.ssh/id_rsa"],
    ...["/documentation", "/swagger", "/swagger.json", "/openapi.json", "/api-docs"],
    ...["/package.json", "/package-lock.json", "/node_modules/jose/package.json", "/tsconfig.json"],
    ...["/src/main.ts", "/packages/server/src/main.ts", "/main.js", "/main.js.map", "/index.js.map"],
    ...["/data/licet.db", "/licet.db", "/licet.db-wal", "/data/secret", "/secret", "/licet.yaml"],
    ...["/debug", "/debug/pprof/", "/json/list", "/json/version", "/inspector", "/status", "/server-status"],
    ...["/actuator", "/actuator/env", "/env", "/config", "/health", "/healthz", "/info", "/version"],
    ...["/admin", "/consoles", "/phpmyadmin", "/wp-login.php", "/graphql", "/trace", "/heapdump"],
    ...["/robots.txt", "/favicon.ico", "/sitemap.xml", "/.well-known/security.txt", "/.well-known/"],
    ...["/oidc", "/oidc/", "/oidc/keys", "/oidc/private", "/oidc/jwks.json", "/oidc/token/", "/oidc//token"],
    ...["//oidc/token", "/OIDC/TOKEN", "/oidc/Token", "/metrics/", "/metrics.json"],
    ...[
      "/oidc/../metrics",
      "/oidc/..%2fmetrics",
      "/%2e%2e/%2e%2e/etc/passwd",
      "/..%2f..%2f..%2fetc%2fpasswd",
    ],
    ...["/../../../../etc/passwd", "/....//....//etc/passwd", "/%00", "/metrics%00", "/metrics;.css"],
    ...["/oidc/token/.css", "/.well-known/openid-configuration/", "/.well-known/openid-configuration/evil"],
    ...["/__proto__", "/constructor", "/toString", "/*", "/:path"],
  ];
  for (const path of wanted) {
    test(`GET ${path} is 404 and says no more than that`, async () => {
      const answer = await sendRaw(licet.url, requestHead(licet.url, `GET ${path}`));
      assert.equal(answer.status, 404);
      const { type, title, status, detail, request_id, ...more } = JSON.parse(answer.body);
      assert.equal(type, "urn:licet:problem:not_found");
      assert.deepEqual([title, status, detail], ["There is nothing here", 404, "check the path"]);
      assert.equal(request_id, answer.headers["x-request-id"]);
      assert.deepEqual(more, {});
    });
  }
});

describe("RFC 9110 §9.3.7, §9.3.8, §9.3.6: methods that would tell more", () => {
  test("TRACE does not repeat the request", async () => {
    for (const path of SERVED) {
      const head = requestHead(licet.url, `TRACE ${path}`, { Cookie: "canary=1", Authorization: "canary" });
      const answer = await sendRaw(licet.url, head);
      assert.ok([404, 405].includes(answer.status));
      assert.doesNotMatch(answer.text, /canary/);
    }
  });
  test("OPTIONS * lists nothing", async () => {
    const answer = await sendRaw(licet.url, requestHead(licet.url, "OPTIONS *"));
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.allow, undefined);
  });
  test("CONNECT opens no tunnel, an upgrade no other protocol", async () => {
    const tunnel = await sendRaw(
      licet.url,
      requestHead(licet.url, "CONNECT evil.test:443", { Host: "evil.test:443" }),
      { untilClosed: true },
    );
    assert.ok(tunnel.closed);
    assert.doesNotMatch(tunnel.text, /^HTTP\/1\.1 2/);
    for (const protocol of ["websocket", "h2c", "TLS/1.0"]) {
      const head = requestHead(licet.url, "GET /livez", { Connection: "Upgrade", Upgrade: protocol });
      assert.equal((await sendRaw(licet.url, head)).status, 200);
    }
  });
});

test("CVE-2023-29193: what is served for operation holds no secret, address or flag", async () => {
  const { host, pathname, password, username } = new URL(licet.database.url);
  const inside = [TEST_SECRET, pathname, password, username, host, process.cwd(), "LICET_", "--test"];
  for (const path of ["/metrics", "/readyz", "/livez"]) {
    const text = await (await fetch(licet.url + path)).text();
    for (const one of inside.filter((part) => part.length > 3)) {
      assert.ok(!text.includes(one), `${path} does not hold ${one}`);
    }
    // Labels name routes and reasons, never a client or a caller (RFC 9700 §4.3).
    assert.doesNotMatch(text, /reports|127\.0\.0\.1|sqlite|postgres/i);
  }
});
