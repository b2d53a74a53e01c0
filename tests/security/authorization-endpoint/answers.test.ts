// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  authorizationPath,
  authorize,
  consent,
  createBrowser,
  type Fields,
  readAuthorizationResponse,
  readForm,
  signIn,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, CALLBACK, createRequest, DESK, SHOP_CLIENT } from "../../support/storefront.ts";
import { withoutOwnScript } from "../login/own-script.ts";
import { assertHardenedPage } from "./assert-answers.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

test("RFC 9207 §2, §2.4: iss is the issuer of the discovery document, in every answer", async () => {
  const { issuer } = (await (await fetch(`${front.url}/.well-known/openid-configuration`)).json()) as {
    issuer: string;
  };
  for (const more of [{}, { response_type: "token" }, { prompt: "consent login none" }, { max_age: "x" }]) {
    const answer = readAuthorizationResponse(await authorize(front.alice, createRequest(DESK, more)));
    assert.equal(answer.iss, issuer);
  }
});

test("a state that cannot be sent back is refused, and is not sent back", async () => {
  const longest = "s".repeat(4_096);
  assert.equal(
    readAuthorizationResponse(await authorize(front.alice, createRequest(DESK, { state: longest }))).state,
    longest,
  );
  const refused = readAuthorizationResponse(
    await authorize(front.alice, createRequest(DESK, { state: `${longest}s` })),
  );
  assert.equal(refused.error, "invalid_request");
  assert.equal(refused.state, undefined);
});

describe("RFC 6749 §4.1.2: state comes back byte for byte", () => {
  for (const state of [
    "plain",
    " a b ",
    "a+b",
    "%41%zz",
    "a&code=evil&iss=evil",
    "#fragment",
    "ünïcödé 状態 😀",
    '"><script>alert(1)</script>',
    "\r\nSet-Cookie: a=b",
    "a\0b",
    "x".repeat(4_000),
  ]) {
    test(JSON.stringify(state).slice(0, 60), async () => {
      const page = await authorize(front.alice, createRequest(DESK, { state }));
      assert.equal(readAuthorizationResponse(page).state, state);
      assert.equal(page.headers.getSetCookie().length, 0);
      const refused = await authorize(front.alice, createRequest(DESK, { state, response_type: "token" }));
      assert.equal(readAuthorizationResponse(refused).state, state);
      const posted = await authorize(front.alice, createRequest(DESK, { state, response_mode: "form_post" }));
      const shown = Object.fromEntries(readForm(posted, "form-post-continue")).state;
      // HTML has no NUL; what stands in its place is the browser's.
      assert.equal(shown?.replaceAll("�", "\0"), state);
    });
  }

  test("none was given, none comes back; an empty one counts as none (§3.1)", async () => {
    for (const state of [undefined, ""])
      assert.deepEqual(
        Object.keys(readAuthorizationResponse(await authorize(front.alice, createRequest(DESK, { state })))),
        ["code", "iss"],
      );
  });
});

describe("RFC 9700 §4.12: a form with a password in it is never sent on", () => {
  test("303 after login, after consent and after the request itself", async () => {
    const browser = createBrowser(front.url);
    const first = await browser.get(authorizationPath(createRequest(SHOP_CLIENT, { prompt: "consent" })));
    assert.equal(first.status, 303);
    const login = await browser.get(first.location ?? "");
    const form = readForm(login, 'id="login-submit"').filter(
      ([name]) => !["username", "password"].includes(name),
    );
    const fields = [...form, ["username", ALICE.username], ["password", ALICE.password]] as const;
    const signedIn = await browser.post("/login", fields);
    assert.equal(signedIn.status, 303);
    const question = await browser.get(signedIn.location ?? "");
    const answered = await browser.post("/consent", [
      ...readForm(question, 'id="consent-allow"'),
      ["decision", "allow"],
    ]);
    assert.equal(answered.status, 303);
    assert.ok(answered.location?.startsWith(CALLBACK));
    const posted = await front.alice.post(
      "/oidc/auth",
      Object.entries(createRequest(DESK)) as unknown as Fields,
    );
    assert.equal(posted.status, 303);
  });
});

describe("Form Post Response Mode §4, RFC 9700 §4.17: the page that posts the answer", () => {
  for (const [what, more] of [
    ["a code", {}],
    ["an error", { response_type: "token" }],
    ["a refusal without a page", { prompt: "none", max_age: "0" }],
  ] as const) {
    test(`${what}: escaped, one script by its nonce, to one address`, async () => {
      const state = `"><script>alert(1)</script><form action="https://evil.test">`;
      const request = createRequest(DESK, { response_mode: "form_post", state, ...more });
      const pages = [await authorize(front.alice, request), await authorize(front.alice, request)];
      for (const page of pages) {
        assert.equal(page.status, 200);
        assertHardenedPage(page);
        assert.equal(page.headers.get("referrer-policy"), "no-referrer");
        assert.equal((page.text.match(/<form/g) ?? []).length, 1);
        assert.equal((page.text.match(/<script/g) ?? []).length, 1);
        assert.doesNotMatch(page.text, /alert\(1\)<\/script>/);
        assert.equal(Object.fromEntries(readForm(page, "form-post-continue")).state, state);
      }
      const policies = pages.map(({ headers }) => headers.get("content-security-policy") ?? "");
      const nonces = policies.map((policy) => /script-src 'nonce-([\w-]{16,})'(;|$)/.exec(policy)?.[1]);
      assert.ok(nonces[0] !== undefined && nonces[0] !== nonces[1], "a new nonce each time");
      assert.ok(pages[0]?.text.includes(`nonce="${nonces[0]}"`));
      assert.match(policies[0] ?? "", /form-action 'self' https:\/\/app\.example\.com(;|$)/);
    });
  }
});

describe("RFC 9700 §4.16, RFC 6749 §10.13: our pages cannot be framed", () => {
  test("login, consent, a wrong password, refused forms, errors", async () => {
    const browser = createBrowser(front.url);
    const login = await authorize(browser, createRequest(SHOP_CLIENT, { prompt: "consent" }));
    const pages = [
      login,
      await signIn(browser, login, { ...ALICE, password: "wrong" }),
      await signIn(browser, login, ALICE),
      await browser.post("/login", []),
      await browser.post("/consent", []),
      await browser.get("/consent?interaction=x"),
      await browser.get("/login?interaction=x"),
      await browser.get("/oidc/auth"),
      await browser.get("/account"),
      await browser.post("/consent", [], { origin: "https://evil.test" }),
    ];
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 400, 200, 403, 403, 400, 400, 400, 200, 403],
    );
    for (const page of pages) {
      assertHardenedPage(page);
      const text = withoutOwnScript(page.text);
      assert.doesNotMatch(text, /<script|<style|\son\w+=|\sstyle=/i, "no other script and no inline style");
    }
  });

  test("form-action lets the answer through to the application, and to no other site", async () => {
    const browser = createBrowser(front.url);
    const login = await authorize(browser, createRequest(SHOP_CLIENT, { prompt: "consent" }));
    const question = await signIn(browser, login, ALICE);
    for (const page of [login, question]) {
      const policy = page.headers.get("content-security-policy") ?? "";
      assert.match(policy, /(^|; )form-action 'self' https:\/\/app\.example\.com(;|$)/);
    }
    assert.ok(readAuthorizationResponse(await consent(browser, question)).code);
  });
});

describe("RFC 7591 §5: what an application or a request says of itself is text", () => {
  const MARKUP = `<img src=x onerror=alert(1)>"'&`;
  test("its name, the words of a permission, login_hint, ui_locales and the user's own name", async () => {
    await front.apply(`resources:
  - { name: markup, identifier: "https://markup.example.test", actions: { read: { description: ${JSON.stringify(MARKUP)} } } }
applications:
  - { client_id: markup, client_secret: markup-secret-markup-secret-markup-secret, name: ${JSON.stringify(MARKUP)}, type: web, redirect_uris: [${CALLBACK}], delegated: [markup:read] }
users: [{ username: mallory, password: ${JSON.stringify(ALICE.password)}, name: ${JSON.stringify(MARKUP)} }]
assignments: [{ principal: user:mallory, permission: markup:read }]`);
    const browser = createBrowser(front.url);
    const request = createRequest(
      { client_id: "markup" },
      {
        scope: "openid markup:read",
        login_hint: MARKUP,
        ui_locales: `${MARKUP} en`,
      },
    );
    const login = await authorize(browser, request);
    const question = await signIn(browser, login, { username: "mallory", password: ALICE.password });
    for (const page of [login, question]) {
      assert.equal(page.status, 200);
      assert.ok(page.text.includes("&lt;img src=x onerror=alert(1)&gt;"), "it is there, as text");
      assert.ok(!page.text.includes("<img src=x"));
      assert.match(page.headers.get("content-security-policy") ?? "", /img-src 'self'(;|$)/);
    }
    // All of it is in attributes or between tags: no attribute ends early.
    assert.doesNotMatch(login.text, /value="[^"]*<img/);
  });
});
