import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { OAUTH_PATHS } from "../../../packages/server/src/oauth/server-metadata.ts";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type RawAnswer, sendRequest } from "../send-request.ts";
import { watchRoutes } from "./watch-routes.ts";

const routes = watchRoutes();
let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP, baseUrl: "https://id.example.test" });
});
after(() => licet.stop());

const ORIGINS = [
  "null",
  "https://evil.test",
  "https://id.example.test",
  "https://id.example.test.evil.test",
  "http://id.example.test",
  "https://evil.test\\@id.example.test",
  "http://127.0.0.1",
  "chrome-extension://abcdef",
  "*",
];

/** Public documents without credentials: the only ones that any web page may read. */
const READABLE = new Set<string>([
  OAUTH_PATHS.jwks,
  OAUTH_PATHS.openidConfiguration,
  OAUTH_PATHS.authorizationServer,
  "/.well-known/authzen-configuration",
  "/api/v1/openapi.json",
]);

function assertShared(what: string, { headers }: RawAnswer, readable: boolean): void {
  const granted = Object.entries(headers).filter(([name]) => name.startsWith("access-control-"));
  const expected = readable ? [["access-control-allow-origin", "*"]] : [];
  assert.deepEqual(granted, expected, what);
}

describe("Fetch §3.2, RFC 9700 §2.6: what web pages of other origins may read", () => {
  for (const origin of ORIGINS) {
    test(`Origin: ${origin}: public documents, never with credentials, and nothing else`, async () => {
      const paths = [...new Set(routes.map(({ path }) => path)), "/nothing-here"];
      assert.ok(paths.length > 9);
      for (const path of paths) {
        for (const method of ["GET", "POST"]) {
          const headers = {
            origin,
            cookie: "a=b",
            "content-type": "application/x-www-form-urlencoded",
          };
          const answer = await sendRequest(method, licet.url + path, { headers });
          assertShared(`${method} ${path}`, answer, READABLE.has(path) && answer.status === 200);
        }
      }
    });

    test(`Origin: ${origin}: no preflight succeeds, so no page can send credentials of its own`, async () => {
      for (const path of new Set(routes.map((route) => route.path))) {
        const answer = await sendRequest("OPTIONS", licet.url + path, {
          headers: {
            origin,
            "access-control-request-method": "POST",
            "access-control-request-headers": "authorization, content-type",
            "access-control-request-private-network": "true",
          },
        });
        assert.equal(answer.status, 405, path);
        assertShared(`OPTIONS ${path}`, answer, false);
      }
    });
  }

  test("a token that a page asks for as a simple request is issued, but the page cannot read it", async () => {
    const form = new URLSearchParams({ grant_type: "client_credentials", scope: "orders:read", ...REPORTS });
    const answer = await sendRequest("POST", `${licet.url}/oidc/token`, {
      headers: { origin: "https://evil.test", "content-type": "application/x-www-form-urlencoded" },
      chunks: [form.toString()],
    });
    assert.equal(answer.status, 200);
    assertShared("/oidc/token", answer, false);
  });
});
