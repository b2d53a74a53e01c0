// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { OAUTH_PATHS } from "../../../packages/server/src/oauth/server-metadata.ts";
import { PUSH_CALLBACK, REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { requestHead, sendRaw } from "../raw-connection.ts";

const ISSUER = "https://id.example.test";
let licet: RunningLicet;
before(async () => {
  licet = await startLicet({
    state: SHOP,
    baseUrl: ISSUER,
    settings: { allowed_hosts: "internal.example.test:8443" },
  });
});
after(() => licet.stop());

/** Good at every endpoint that takes a form: each reads of it what it knows. */
const form = new URLSearchParams({
  grant_type: "client_credentials",
  response_type: "code",
  redirect_uri: PUSH_CALLBACK,
  prompt: "none",
  scope: "orders:read",
  token: "unknown",
  ...REPORTS,
}).toString();
const FORMS: readonly string[] = [
  "/oidc/token",
  "/oidc/introspect",
  "/oidc/revoke",
  "/oidc/par",
  "/oidc/auth",
];

/** The expected status of each path: a redirect to the application, 201 for a pushed request, 401 without a token. */
const ANSWERED: Readonly<Record<string, number>> = {
  [OAUTH_PATHS.authorize]: 303,
  [OAUTH_PATHS.pushedRequest]: 201,
  [OAUTH_PATHS.userinfo]: 401,
};
const answeredWith = (path: string): number => ANSWERED[path] ?? 200;

/** Programs get the problem in JSON, people a page. */
function assertProblem(path: string, body: string, problem: string): void {
  if (path === OAUTH_PATHS.authorize || path === OAUTH_PATHS.logout) assert.match(body, /^<!doctype html>/i);
  else assert.equal(JSON.parse(body).type, `urn:licet:problem:${problem}`);
}

/** A request that would succeed, for the path of each endpoint. */
function requestFor(
  path: string,
  target: string,
  headers: Readonly<Record<string, string | undefined>>,
): string {
  if (!FORMS.includes(path)) {
    return requestHead(licet.url, `GET ${target}`, headers);
  }
  const length = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(form.length),
  };
  return requestHead(licet.url, `POST ${target}`, { ...headers, ...length }) + form;
}

const PATHS = Object.values(OAUTH_PATHS);

describe("RFC 9110 §7.4: a host that is not ours is not answered, at any endpoint", () => {
  const foreign = [
    "evil.test",
    "id.example.test.evil.test",
    "evil.test:443",
    "id.example.test:8443",
    "id.example.test@evil.test",
    "id.example.test,evil.test",
    "id.example.test evil.test",
    "ID.EXAMPLE.TEST.",
    "internal.example.test",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
    "127.0.0.2",
    "0",
    "[::ffff:127.0.0.1]",
    "evil.test#id.example.test",
    "",
  ];
  for (const path of PATHS) {
    test(`${path}: 421 for each of ${foreign.length} hosts, which are not repeated in the answer`, async () => {
      for (const host of foreign) {
        const answer = await sendRaw(licet.url, requestFor(path, path, { Host: host }));
        assert.equal(answer.status, 421, host);
        assertProblem(path, answer.body, "misdirected_request");
        assert.equal(answer.headers.location, undefined);
        assert.doesNotMatch(answer.text, /evil|access_token/);
      }
    });

    test(`${path}: the issuer's host, an allowed one and the loopback are answered`, async () => {
      for (const host of [
        "id.example.test",
        "internal.example.test:8443",
        "localhost:1",
        "127.0.0.1",
        "[::1]",
      ]) {
        const answer = await sendRaw(licet.url, requestFor(path, path, { Host: host }));
        assert.equal(answer.status, answeredWith(path), host);
      }
    });
  }
});

describe("RFC 9112 §3.2: one Host header, no more and no less", () => {
  for (const path of [...PATHS, "/livez", "/readyz", "/metrics"]) {
    test(`${path}: two Hosts, in either order and equal, and none`, async () => {
      for (const [first, second] of [
        ["id.example.test", "evil.test"],
        ["evil.test", "id.example.test"],
        ["id.example.test", "id.example.test"],
      ]) {
        const answer = await sendRaw(licet.url, requestFor(path, path, { Host: first, host: second }));
        assert.equal(answer.status, 400);
        assert.doesNotMatch(answer.text, /evil|access_token/);
      }
      const none = await sendRaw(licet.url, requestFor(path, path, { Host: undefined }));
      assert.equal(none.status, 400);
      assertProblem(path, none.body, "bad_request");
    });
  }
});

describe("RFC 9112 §3.2.2: a target in absolute form names the host, and the Host header does not", () => {
  for (const path of PATHS) {
    test(`${path}: a foreign one behind our Host is refused`, async () => {
      for (const origin of [
        "http://evil.test",
        "https://evil.test",
        "http://id.example.test@evil.test",
        "http://evil.test:443",
        "HTTP://EVIL.TEST",
      ]) {
        const answer = await sendRaw(licet.url, requestFor(path, origin + path, { Host: "id.example.test" }));
        assert.notEqual(answer.status, answeredWith(path), origin);
        assert.ok([400, 404, 421].includes(answer.status), `${origin}: ${answer.status}`);
        assert.doesNotMatch(answer.text, /evil|access_token/i);
      }
    });
    test(`${path}: ours is answered`, async () => {
      const own = requestFor(path, ISSUER + path, { Host: "id.example.test" });
      assert.equal((await sendRaw(licet.url, own)).status, answeredWith(path));
    });
  }
});

describe("RFC 8414 §3.3: no answer is built from what a caller calls us", () => {
  const names: Record<string, string>[] = [
    { Host: "127.0.0.1:9" },
    { Host: "localhost" },
    { Host: "internal.example.test:8443" },
    { Host: "id.example.test", "X-Forwarded-Host": "evil.test" },
    { Host: "id.example.test", "X-Forwarded-Proto": "http", "X-Forwarded-Port": "8080" },
    { Host: "id.example.test", Forwarded: "host=evil.test;proto=http;for=192.0.2.1" },
    { Host: "id.example.test", "X-Original-URL": "/evil", "X-Rewrite-URL": "/evil" },
    { Host: "id.example.test", Origin: "https://evil.test", Referer: "https://evil.test/" },
  ];
  test("discovery is the same to the byte, whatever the headers say", async () => {
    for (const path of [OAUTH_PATHS.openidConfiguration, OAUTH_PATHS.authorizationServer]) {
      const bodies = new Set<string>();
      for (const headers of names) {
        const answer = await sendRaw(licet.url, requestFor(path, path, headers));
        assert.equal(answer.status, 200);
        bodies.add(answer.body);
      }
      assert.equal(bodies.size, 1);
      const metadata = JSON.parse([...bodies][0] ?? "") as Record<string, unknown>;
      assert.equal(metadata.issuer, ISSUER);
      for (const [member, value] of Object.entries(metadata)) {
        if (/_endpoint$|_uri$/.test(member)) assert.ok(String(value).startsWith(`${ISSUER}/`), member);
      }
    }
  });

  test("and so is the iss of every authorization response, and its cookie is this host's alone", async () => {
    for (const headers of names) {
      const answer = await sendRaw(licet.url, requestFor("/oidc/auth", "/oidc/auth", headers));
      const location = new URL(answer.headers.location ?? "");
      assert.equal(location.origin + location.pathname, PUSH_CALLBACK);
      assert.equal(location.searchParams.get("iss"), ISSUER);
      assert.match(answer.headers["set-cookie"] ?? "", /^__Host-licet_browser=/);
      assert.doesNotMatch(answer.headers["set-cookie"] ?? "", /domain/i);
    }
  });

  test("and so is the iss of every token", async () => {
    for (const headers of names) {
      const answer = await sendRaw(licet.url, requestFor("/oidc/token", "/oidc/token", headers));
      const token = String(JSON.parse(answer.body).access_token);
      const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
      assert.equal(claims.iss, ISSUER);
    }
  });
});
