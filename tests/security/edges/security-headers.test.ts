// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createListener } from "../../../packages/server/src/http/connection/listener.ts";
import { KEY, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { requestHead, sendRaw } from "../raw-connection.ts";
import { sendRequest } from "../send-request.ts";
import { watchRoutes } from "./watch-routes.ts";

const routes = watchRoutes();
/** The first is known by an address with http, the second by one with https. */
let plain: RunningLicet;
let secure: RunningLicet;
before(async () => {
  plain = await startLicet({ state: SHOP });
  secure = await startLicet({ state: SHOP, baseUrl: "https://id.example.test" });
});
after(() => Promise.all([plain.stop(), secure.stop()]));

const EVERYWHERE: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};
/** Cacheable answers: public documents, and the assets of pages. */
const PUBLIC = /^\/oidc\/jwks$|^\/\.well-known\/|^\/api\/v1\/openapi\.json$|^\/assets\//;
/** Paths for browsers: every answer with a text is a page. */
const FOR_PEOPLE =
  /^\/(oidc\/auth|oidc\/logout|login|consent|logout|language|account(\/[a-z/-]+)?|reset-password|setup(\/x)?|console(\/.*)?|docs(\/.*)?|assets\/.+)$/;
/**
 * On pages. `same-origin` tells other servers nothing, like `no-referrer`, and keeps the `Origin` of our own forms
 * (Fetch §3.2).
 */
const ON_PAGES: Record<string, string> = {
  ...EVERYWHERE,
  "referrer-policy": "same-origin",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "cross-origin-opener-policy": "same-origin",
};
/** Headers that would reveal product versions to an attacker. */
const TALKATIVE = ["server", "x-powered-by", "via", "x-aspnet-version"];

function assertHardened(
  what: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  options: { readonly mayBeKept?: boolean; readonly secure?: boolean; readonly forPeople?: boolean } = {},
): void {
  const isPage = String(headers["content-type"]).startsWith("text/html");
  for (const [name, value] of Object.entries(isPage ? ON_PAGES : EVERYWHERE))
    assert.equal(headers[name], value, `${what}: ${name}`);
  assert.match(String(headers["x-request-id"]), /^[\w.:-]{1,128}$/, what);
  if (!options.mayBeKept) assert.equal(headers["cache-control"], "no-store", what);
  if (options.secure !== undefined) {
    const expected = options.secure ? "max-age=63072000; includeSubDomains" : undefined;
    assert.equal(headers["strict-transport-security"], expected, what);
  }
  for (const name of TALKATIVE) assert.equal(headers[name], undefined, `${what}: ${name}`);
  assertCookies(what, [headers["set-cookie"] ?? []].flat(), options);
}

/** RFC 6265bis §4.1.3.2: for people alone, the one that says which browser this is; a program gets none. */
function assertCookies(
  what: string,
  cookies: readonly string[],
  { secure = false, forPeople = false }: { readonly secure?: boolean; readonly forPeople?: boolean },
): void {
  assert.ok(cookies.length <= (forPeople ? 1 : 0), `${what}: ${cookies}`);
  const expected = secure
    ? /^__Host-licet_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/
    : /^licet_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/;
  for (const cookie of cookies) assert.match(cookie, expected, what);
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

test("RFC 9700 §4.2.4: every method on every route, with and without a form, on http and https", async () => {
  const paths = [...new Set(routes.map(({ path }) => path))];
  assert.ok(paths.length >= 9, "the routes were found");
  for (const licet of [plain, secure]) {
    for (const path of [...paths, "/", "/no-such-path", "/oidc/no-such-path"]) {
      for (const method of METHODS) {
        for (const headers of [{}, { "content-type": "application/x-www-form-urlencoded" }]) {
          const answer = await sendRequest(method, licet.url + path, { headers });
          assertHardened(`${method} ${path} (${answer.status})`, answer.headers, {
            mayBeKept: PUBLIC.test(path) && answer.status === 200,
            secure: licet === secure,
            forPeople: FOR_PEOPLE.test(path),
          });
          assert.notEqual(answer.status, 500);
          if (answer.text === "" || path === "/metrics") continue;
          if (path.startsWith("/assets/") && answer.status === 200) continue;
          const type = FOR_PEOPLE.test(path)
            ? /^text\/html; charset=utf-8$/
            : /^application\/([a-z-]+\+)?json/;
          assert.match(String(answer.headers["content-type"]), type, `${method} ${path}`);
        }
      }
    }
  }
});

describe("RFC 9700 §4.2.4: answers to OAuth requests that succeed and that fail", () => {
  const requests: Record<string, Record<string, string>> = {
    "a token": { grant_type: "client_credentials", scope: "orders:read", ...REPORTS },
    "a wrong secret": { grant_type: "client_credentials", ...REPORTS, client_secret: "wrong" },
    "an unknown grant type": { grant_type: "password", ...REPORTS },
    "a malformed scope": { grant_type: "client_credentials", scope: '"', ...KEY },
    "a foreign resource": { grant_type: "client_credentials", resource: "https://evil.test", ...KEY },
    nothing: {},
  };
  for (const [name, form] of Object.entries(requests)) {
    for (const path of ["/oidc/token", "/oidc/introspect", "/oidc/revoke", "/oidc/par", "/oidc/userinfo"]) {
      test(`${name} at ${path}`, async () => {
        const { headers } = await postForm(secure.url + path, { token: "unknown", ...form });
        assertHardened(path, Object.fromEntries(headers), { secure: true });
        assert.equal(headers.get("pragma"), "no-cache");
      });
    }
  }
});

describe("RFC 9700 §4.2.4: also what never becomes a request", () => {
  const huge = { "X-Huge": "x".repeat(70_000) };
  const large = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "10000000" };
  const cases: Record<string, readonly [status: number, text: () => string]> = {
    "no HTTP at all": [400, () => "hello\r\n\r\n"],
    "TLS on a port without it": [400, () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    "a path with broken escapes": [400, () => requestHead(secure.url, "GET /%zz")],
    "a path that is not UTF-8": [400, () => requestHead(secure.url, "GET /oidc/%ff")],
    "headers that are too large": [431, () => requestHead(secure.url, "GET /livez", huge)],
    "a header with a NUL": [400, () => requestHead(secure.url, "GET /livez", { "X-Nul": "\0" })],
    "a header that is folded": [400, () => requestHead(secure.url, "GET /livez", { "X-Fold": "a\r\n b" })],
    "an unknown method": [501, () => requestHead(secure.url, "STEAL /oidc/token")],
    "a body that is too large": [413, () => requestHead(secure.url, "POST /oidc/token", large)],
    "an expectation nobody knows": [200, () => requestHead(secure.url, "GET /livez", { Expect: "a-pony" })],
    "no Host": [400, () => requestHead(secure.url, "GET /livez", { Host: undefined })],
    "a foreign Host": [421, () => requestHead(secure.url, "GET /", { Host: "evil.test" })],
    "a compressed body": [415, () => requestHead(secure.url, "GET /livez", { "Content-Encoding": "gzip" })],
  };
  for (const [name, [status, text]] of Object.entries(cases)) {
    test(`${status} for ${name}`, async () => {
      const answer = await sendRaw(secure.url, text());
      assert.equal(answer.status, status, answer.text);
      assertHardened(name, answer.headers, { secure: true });
      assert.doesNotMatch(answer.body, /FST_|HPE_|ERR_|%zz|fastify|node:/i, "nothing about the inside");
    });
  }

  test("503 while the service starts", async (t) => {
    const listener = createListener({ host: "127.0.0.1", port: 0 });
    await listener.listen();
    t.after(() => listener.server.closeAllConnections());
    t.after(() => void listener.server.close());
    const address = listener.server.address();
    assert.ok(typeof address === "object" && address !== null);
    for (const [path, status] of [
      ["/livez", 200],
      ["/readyz", 503],
      ["/oidc/token", 503],
      ["/oidc/jwks", 503],
      ["/no-such-path", 503],
    ] as const) {
      const answer = await sendRequest("GET", `http://127.0.0.1:${address.port}${path}`);
      assert.equal(answer.status, status);
      assertHardened(path, answer.headers);
      if (status === 503) {
        assert.equal(answer.headers["retry-after"], "1");
        assert.equal(JSON.parse(answer.text).type, "urn:licet:problem:temporarily_unavailable");
      }
    }
  });
});
