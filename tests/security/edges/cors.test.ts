// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { OAUTH_PATHS } from "../../../packages/server/src/oauth/server-metadata.ts";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { getCode } from "../../support/sign-in.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, CALLBACK, createPkce, createRequest, DESK, SPA_CALLBACK } from "../../support/storefront.ts";
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

const grantsOf = ({ headers }: RawAnswer) =>
  Object.entries(headers).filter(([name]) => name.startsWith("access-control-"));

function assertShared(what: string, answer: RawAnswer, readable: boolean): void {
  const expected = readable ? [["access-control-allow-origin", "*"]] : [];
  assert.deepEqual(grantsOf(answer), expected, what);
}

/** Without a token it reveals no user, and a page must be able to tell an expired token from a lost connection. */
const isRefusedUserinfo = (path: string, { status }: RawAnswer): boolean =>
  path === OAUTH_PATHS.userinfo && status === 401;

describe("Fetch §3.2, RFC 9700 §2.6: what web pages of other origins may read", () => {
  for (const origin of ORIGINS) {
    test(`Origin: ${origin}: public documents, never with credentials, and nothing else`, async () => {
      const paths = [...new Set(routes.map(({ path }) => path)), "/no-such-path"];
      assert.ok(paths.length > 9);
      for (const path of paths) {
        for (const method of ["GET", "POST"]) {
          const headers = {
            origin,
            cookie: "a=b",
            "content-type": "application/x-www-form-urlencoded",
          };
          const answer = await sendRequest(method, licet.url + path, { headers });
          const readable = (READABLE.has(path) && answer.status === 200) || isRefusedUserinfo(path, answer);
          assertShared(`${method} ${path}`, answer, readable);
        }
      }
    });

    test(`Origin: ${origin}: no preflight succeeds but that of userinfo, so no page can send credentials of its own`, async () => {
      for (const path of new Set(routes.map((route) => route.path))) {
        if (path === OAUTH_PATHS.userinfo) continue;
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

describe("Fetch §3.2, OpenID Connect Core §5.3: an application that runs in a browser reads its own answers", () => {
  const SPA = "https://spa.example.test";
  /** Every origin that is not the registered one, however close. */
  const FOREIGN = [
    ...ORIGINS,
    "https://spa.example.test.evil.test",
    "https://evil-spa.example.test",
    "https://spa.example.test:8443",
    "http://spa.example.test",
    "https://SPA.example.test",
    "https://spa.example.test/",
    "https://app.example.com",
  ];
  let front: Storefront;
  before(async () => {
    front = await startStorefront();
  });
  after(() => front.stop());

  const send = (path: string, origin: string, form: Record<string, string>, headers = {}) =>
    sendRequest("POST", front.url + path, {
      headers: { origin, "content-type": "application/x-www-form-urlencoded", ...headers },
      chunks: [new URLSearchParams(form).toString()],
    });

  async function codeForm() {
    const { challenge, code_verifier } = createPkce();
    const request = createRequest({ client_id: "spa" }, { redirect_uri: SPA_CALLBACK, ...challenge });
    const code = await getCode(front.alice, request, ALICE);
    return {
      grant_type: "authorization_code",
      code,
      client_id: "spa",
      redirect_uri: SPA_CALLBACK,
      code_verifier,
    };
  }

  const shared = (answer: RawAnswer) => {
    assert.deepEqual(grantsOf(answer), [["access-control-allow-origin", SPA]], "and never with credentials");
    assert.match(String(answer.headers.vary), /origin/i);
  };

  test("tokens and revocation, at the origin of its own address, refusals too", async () => {
    const good = await send("/oidc/token", SPA, await codeForm());
    assert.equal(good.status, 200);
    shared(good);
    shared(
      await send("/oidc/token", SPA, { grant_type: "refresh_token", refresh_token: "x", client_id: "spa" }),
    );
    shared(await send("/oidc/revoke", SPA, { token: JSON.parse(good.text).access_token, client_id: "spa" }));
  });

  for (const origin of FOREIGN) {
    test(`not at ${origin}`, async () => {
      assert.deepEqual(grantsOf(await send("/oidc/token", origin, await codeForm())), []);
      assert.deepEqual(grantsOf(await send("/oidc/revoke", origin, { token: "x", client_id: "spa" })), []);
      const { access_token } = JSON.parse((await send("/oidc/token", SPA, await codeForm())).text);
      const bearer = { origin, authorization: `Bearer ${access_token}` };
      const known = await sendRequest("GET", `${front.url}/oidc/userinfo`, { headers: bearer });
      assert.equal(known.status, 200);
      assert.deepEqual(grantsOf(known), []);
    });
  }

  test("an application with a secret is a server, and shares with no page", async () => {
    const origin = new URL(CALLBACK).origin;
    const code = await front.code();
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...DESK };
    const answer = await send("/oidc/token", origin, form);
    assert.equal(answer.status, 200);
    assert.deepEqual(grantsOf(answer), []);
    for (const path of ["/oidc/introspect", "/oidc/par"])
      assert.deepEqual(grantsOf(await send(path, origin, DESK)), []);
  });

  test("userinfo answers the question before, and shares what it says with the application's origin alone", async () => {
    const { access_token } = JSON.parse((await send("/oidc/token", SPA, await codeForm())).text);
    const asked = await sendRequest("OPTIONS", `${front.url}/oidc/userinfo`, {
      headers: {
        origin: SPA,
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    });
    assert.equal(asked.status, 204);
    const granted = Object.fromEntries(grantsOf(asked));
    assert.equal(granted["access-control-allow-headers"], "authorization");
    assert.equal(granted["access-control-allow-credentials"], undefined);
    const headers = { origin: SPA, authorization: `Bearer ${access_token}` };
    shared(await sendRequest("GET", `${front.url}/oidc/userinfo`, { headers }));
  });

  test("pages and the authorization endpoint allow no origin, not even a registered one", async () => {
    for (const path of ["/oidc/auth", "/login", "/consent", "/account", "/logout", "/oidc/logout"]) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const headers = { origin: SPA, "content-type": "application/x-www-form-urlencoded" };
        assert.deepEqual(
          grantsOf(await sendRequest(method, front.url + path, { headers })),
          [],
          `${method} ${path}`,
        );
      }
    }
  });
});
