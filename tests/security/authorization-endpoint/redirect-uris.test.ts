// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  authorizationPath,
  createBrowser,
  exchange,
  getCode,
  readAuthorizationResponse,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import {
  ALICE,
  CALLBACK,
  createPkce,
  createRequest,
  DESK,
  LOOPBACK_CALLBACK,
} from "../../support/storefront.ts";
import { assertPageOnly } from "./assert-answers.ts";

const QUERY = { client_id: "with-query", client_secret: "with-query-secret-with-query-secret-with" };
const WITH_QUERY = "https://app.example.com/cb?a=1&c=%20";

let front: Storefront;
before(async () => {
  front = await startStorefront();
  await front.apply(`applications:
  - { client_id: ${QUERY.client_id}, client_secret: ${QUERY.client_secret}, name: Query, type: web, first_party: true, redirect_uris: ["${WITH_QUERY}"] }
  - { client_id: local, name: Local, type: spa, first_party: true, redirect_uris: ["http://127.0.0.1/callback"] }`);
});
after(() => front.stop());

/** Redirect URIs that are not, byte for byte, https://app.example.com/cb. */
const HOSTILE: Readonly<Record<string, string>> = {
  "another case in the path": "https://app.example.com/CB",
  "another case in the scheme": "HTTPS://app.example.com/cb",
  "another case in the host": "https://APP.example.com/cb",
  "a slash behind": "https://app.example.com/cb/",
  "a query": "https://app.example.com/cb?x=1",
  "an empty query": "https://app.example.com/cb?",
  "a fragment": "https://app.example.com/cb#f",
  "the default port": "https://app.example.com:443/cb",
  "an empty port": "https://app.example.com:/cb",
  "another port": "https://app.example.com:8443/cb",
  "no path": "https://app.example.com",
  "the path's beginning": "https://app.example.com/c",
  "a longer path": "https://app.example.com/cb/evil",
  "dot segments": "https://app.example.com/evil/../cb",
  "an escaped letter": "https://app.example.com/%63b",
  "a letter for the dot": "https://appXexample.com/cb",
  "a suffix": "https://app.example.com.evil.test/cb",
  "a prefix": "https://evilapp.example.com/cb",
  "another host": "https://evil.test/cb",
  http: "http://app.example.com/cb",
  "no scheme": "//app.example.com/cb",
  "a user name": "https://app.example.com@evil.test/cb",
  "a user name and a password": "https://user:pass@app.example.com/cb",
  "a backslash": "https://evil.test\\@app.example.com/cb",
  "a homograph": "https://аpp.example.com/cb",
  "a dot behind the host": "https://app.example.com./cb",
  "a tab": "https://app.example.com/\tcb",
  "a newline": "https://app.example.com/cb\n",
  "a header of its own": "https://app.example.com/cb\r\nSet-Cookie: a=b",
  "a NUL": "https://app.example.com/cb\0",
  "a space before": " https://app.example.com/cb",
  "a space behind": "https://app.example.com/cb ",
  "a wildcard": "https://*.example.com/cb",
  javascript: "javascript:alert(1)//app.example.com/cb",
  data: "data:text/html,<script>alert(1)</script>",
  "a path of ours": "/account",
  "a very long one": `https://app.example.com/cb${"/".repeat(4_000)}`,
};
const MODES = ["query", "fragment", "form_post", "jwt", "query.jwt", "form_post.jwt", "web_message", "junk"];
/** Errors that would otherwise be sent to the application. */
const OTHER_ERRORS: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  "nothing else": {},
  "a wrong response_type": { response_type: "token" },
  "no response_type": { response_type: undefined },
  "a malformed scope": { scope: '"' },
  "no scope": { scope: undefined },
  "prompt=none": { prompt: "none" },
  "a contradictory prompt": { prompt: "none login" },
  "a wrong max_age": { max_age: "-1" },
  "a request object": { request: "eyJhbGciOiJub25lIn0.e30." },
  "a request_uri": { request_uri: "https://evil.test/request" },
  "a plain challenge": { code_challenge: "x".repeat(43), code_challenge_method: "plain" },
  "an unknown resource": { resource: "https://nowhere.test" },
  "broken claims": { claims: "[" },
  "a forged hint": { id_token_hint: "eyJhbGciOiJub25lIn0.e30." },
};

describe("RFC 9700 §4.1.3, RFC 3986 §6.2.1: an address that only looks like the registered one gets a page and no redirect", () => {
  for (const [name, redirect_uri] of Object.entries(HOSTILE)) {
    test(`${name}: with every response_mode, signed in or not`, async () => {
      for (const browser of [front.alice, createBrowser(front.url)]) {
        for (const response_mode of [undefined, ...MODES]) {
          const request = createRequest(DESK, { redirect_uri, response_mode });
          assertPageOnly(await browser.get(authorizationPath(request)), `${response_mode}`);
        }
      }
    });

    test(`${name}: RFC 6749 §4.1.2.1, whatever else is wrong`, async () => {
      for (const [what, more] of Object.entries(OTHER_ERRORS)) {
        const request = createRequest(DESK, { redirect_uri, ...more });
        assertPageOnly(await front.alice.get(authorizationPath(request)), what);
      }
    });
  }

  test("RFC 6749 §3.1.2.3, OpenID Connect Core §3.1.2.1: none at all, an empty one, or two of them", async () => {
    for (const redirect_uri of [undefined, ""]) {
      const path = authorizationPath(createRequest(DESK, { redirect_uri }));
      assertPageOnly(await front.alice.get(path), `redirect_uri ${redirect_uri}`);
    }
    for (const second of [CALLBACK, "https://evil.test/"]) {
      const path = `${authorizationPath(createRequest(DESK))}&redirect_uri=${encodeURIComponent(second)}`;
      assertPageOnly(await front.alice.get(path), "repeated");
    }
  });

  test("another application's address", async () => {
    const request = createRequest(DESK, { redirect_uri: LOOPBACK_CALLBACK });
    assertPageOnly(await front.alice.get(authorizationPath(request)), "of another");
  });
});

test("RFC 6749 §3.1.2: a query that is part of the address stays, byte for byte, beside the answer", async () => {
  const exact = createRequest(QUERY, { redirect_uri: WITH_QUERY, scope: "openid" });
  const page = await front.alice.get(authorizationPath(exact));
  assert.ok(page.location?.startsWith(`${WITH_QUERY}&code=`), String(page.location));
  assert.equal(readAuthorizationResponse(page).a, "1");
  for (const redirect_uri of [
    "https://app.example.com/cb?a=1&c=%20&b=2",
    "https://app.example.com/cb?c=%20&a=1",
    "https://app.example.com/cb?a=1&c=+",
    "https://app.example.com/cb?a=1",
    "https://app.example.com/cb",
  ]) {
    assertPageOnly(await front.alice.get(authorizationPath({ ...exact, redirect_uri })), redirect_uri);
  }
});

describe("RFC 8252 §7.3, §8.3: an application on the user's machine", () => {
  const { challenge, code_verifier } = createPkce();
  const ask = (redirect_uri: string) => createRequest({ client_id: "phone" }, { redirect_uri, ...challenge });

  for (const port of ["", ":80", ":1", ":49152", ":65535"]) {
    test(`comes back at port "${port}", and the code is bound to it`, async () => {
      const redirect_uri = `http://127.0.0.1${port}/callback`;
      const form = { client_id: "phone", code_verifier };
      const code = await getCode(front.alice, ask(redirect_uri), ALICE);
      const other = { ...form, redirect_uri: "http://127.0.0.1:2/callback" };
      assert.equal((await exchange(front, code, other)).body.error, "invalid_grant");
      assert.equal((await exchange(front, code, { ...form, redirect_uri })).status, 200);
    });
  }

  for (const redirect_uri of [
    "http://127.0.0.1.evil.test/callback",
    "http://127.0.0.1:1.evil.test/callback",
    "http://127.0.0.1:1@evil.test/callback",
    "http://127.1/callback",
    "http://2130706433/callback",
    "http://0x7f000001/callback",
    "http://127.0.0.2/callback",
    "http://localhost/callback",
    "http://localhost:1/callback",
    "http://[::1]/callback",
    "http://[::ffff:127.0.0.1]/callback",
    "https://127.0.0.1/callback",
    "http://127.0.0.1:1/other",
    "http://127.0.0.1:1/callback/",
    "http://127.0.0.1:1/callback?x=1",
    "http://127.0.0.1:1/callback#f",
    "http://127.0.0.1:/callback",
    "http://127.0.0.1:0/callback",
    "http://127.0.0.1:01/callback",
    "http://127.0.0.1:65536/callback",
    "http://127.0.0.1:-1/callback",
    "http://127.0.0.1: 1/callback",
    "http://127.0.0.1:1:2/callback",
    "com.example.phone:/cb/",
    "com.example.phone2:/cb",
    "COM.example.phone:/cb",
    "com.example.phone://cb",
  ]) {
    test(`is not at ${redirect_uri}`, async () => {
      assertPageOnly(await front.alice.get(authorizationPath(ask(redirect_uri))), redirect_uri);
    });
  }

  test("only a native application may change the port", async () => {
    const local = { ...ask("http://127.0.0.1:8080/callback"), client_id: "local" };
    assertPageOnly(await front.alice.get(authorizationPath(local)), "spa");
    assert.ok(
      readAuthorizationResponse(
        await front.alice.get(authorizationPath({ ...local, redirect_uri: LOOPBACK_CALLBACK })),
      ).code,
    );
  });

  test("a private-use scheme comes back by a redirect, and never by a form", async () => {
    const redirect_uri = "com.example.phone:/cb";
    const code = await getCode(front.alice, ask(redirect_uri), ALICE);
    assert.ok(code);
    const form = { ...ask(redirect_uri), response_mode: "form_post" };
    const refused = await front.alice.get(authorizationPath(form));
    assert.ok(
      refused.location?.startsWith(`${redirect_uri}?error=invalid_request&`),
      String(refused.location),
    );
  });
});
