// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { decodeClaims } from "../../support/sign-in.ts";
import { createPageBrowser, type PageAnswer } from "../login/page-browser.ts";
import { type RunningPages, startPages } from "../login/start-pages.ts";
import { isSignedIn, signInAs, useApplication } from "./use-application.ts";
import { createState, GOODBYE, SECRET } from "./world.ts";

let pages: RunningPages;
before(async () => {
  pages = await startPages({ state: createState() });
});
after(() => pages.stop());

const logout = (parameters: Readonly<Record<string, string>>) =>
  `/oidc/logout?${new URLSearchParams(parameters)}`;

/** Ada uses the shop. */
async function open() {
  const browser = await signInAs(pages.url, "ada");
  const { id_token } = await useApplication(pages.url, browser, { client_id: "shop" });
  return { browser, hint: id_token };
}

function assertErrorPage({ status, headers, text }: PageAnswer, detail: RegExp): void {
  assert.equal(status, 400);
  assert.ok(!("location" in headers));
  assert.match(String(headers["content-type"]), /^text\/html/);
  assert.match(String(headers["content-security-policy"]), /frame-ancestors 'none'/);
  assert.equal(headers["x-frame-options"], "DENY");
  assert.match(text, detail);
}

describe("RP-Initiated Logout §3: an address that was registered", () => {
  test("with an ID token of this session, leads there at once, with the state", async () => {
    const { browser, hint } = await open();
    const answer = await browser.get(
      logout({ id_token_hint: hint, post_logout_redirect_uri: GOODBYE, state: "s" }),
    );
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.location, `${GOODBYE}?state=s`);
    assert.equal(await isSignedIn(browser), false);
  });

  test("gets the state back byte for byte, and nothing when there was none", async () => {
    const browser = createPageBrowser(pages.url);
    for (const state of ["a b+c", "ü ✓", "&state=x#y?", "%41%00", "\u0000\r\nx: y", "x".repeat(2_000)]) {
      for (const uri of [GOODBYE, `${GOODBYE}?from=licet`]) {
        const parameters = { client_id: "shop", post_logout_redirect_uri: uri, state };
        const { status, headers } = await browser.get(logout(parameters));
        assert.equal(status, 303);
        const location = String(headers.location);
        assert.ok(location.startsWith(uri), location);
        assert.equal(new URL(location).searchParams.get("state"), state);
        assert.deepEqual(new URL(location).searchParams.getAll("state").length, 1);
      }
    }
    const { headers } = await browser.get(logout({ client_id: "shop", post_logout_redirect_uri: GOODBYE }));
    assert.equal(headers.location, GOODBYE);
  });

  test("a request of more than 8 kB is not stored, of any caller", async () => {
    const count = async () =>
      Number((await runSql(pages.database.url, "select count(*) as n from interactions"))[0]?.n);
    const strangers = createPageBrowser(pages.url);
    const { browser } = await open();
    const before = await count();
    const back = { client_id: "shop", post_logout_redirect_uri: GOODBYE };
    for (const body of [{ ui_locales: "a ".repeat(30_000) }, { ...back, state: "s".repeat(60_000) }]) {
      assertErrorPage(await strangers.post("/oidc/logout", body), /at most 8192 bytes/);
      assertErrorPage(await browser.post("/oidc/logout", body), /at most 8192 bytes/);
    }
    assert.equal(await count(), before);
    assert.equal((await strangers.post("/oidc/logout", { ...back, state: "s".repeat(7_000) })).status, 303);
    assert.equal(await count(), before + 1);
  });

  test("is found by an ID token that was issued to an access key of the application", async () => {
    const key = { client_id: "ak_shop", client_secret: "a-secret-key-of-an-application-of-tests" };
    for (const client_id of [undefined, "shop", "ak_shop"]) {
      const browser = await signInAs(pages.url, "ada");
      const { id_token } = await useApplication(pages.url, browser, key);
      assert.equal(decodeClaims(id_token).aud, "ak_shop");
      const answer = await browser.get(
        logout({
          id_token_hint: id_token,
          post_logout_redirect_uri: GOODBYE,
          ...(client_id !== undefined && { client_id }),
        }),
      );
      assert.equal(answer.headers.location, GOODBYE);
      assert.equal(await isSignedIn(browser), false);
    }
  });

  test("is used without a question when no user is signed in", async () => {
    const { headers } = await createPageBrowser(pages.url).get(
      logout({ client_id: "shop", post_logout_redirect_uri: GOODBYE, state: "s" }),
    );
    assert.equal(headers.location, `${GOODBYE}?state=s`);
  });
});

describe("RP-Initiated Logout §3: an address that was not registered is no way out", () => {
  const addresses = [
    ...["https://evil.example.test/", `${GOODBYE}/`, `${GOODBYE}?x=1`, `${GOODBYE}#x`, `${GOODBYE}%20`],
    ...[GOODBYE.toUpperCase(), GOODBYE.replace("https", "http"), GOODBYE.replace("/bye", ":443/bye")],
    ...["https://shop.example.test@evil.example.test/bye", "https://shop.example.test.evil.example.test/bye"],
    ...[
      "https://mail.example.test/bye",
      "javascript:alert(1)",
      "//evil.example.test",
      "/account",
      "\\\\evil",
    ],
    ...["https://app.example.test/callback", ` ${GOODBYE}`, `${GOODBYE}\u0000`],
  ];
  for (const uri of addresses)
    test(JSON.stringify(uri), async () => {
      const { browser, hint } = await open();
      for (const named of [
        { client_id: "shop" },
        { id_token_hint: hint },
        { id_token_hint: hint, client_id: "shop" },
      ]) {
        const parameters = { ...named, post_logout_redirect_uri: uri, state: "s" };
        assertErrorPage(await browser.get(logout(parameters)), /not one that the application registered/);
        assertErrorPage(await browser.post("/oidc/logout", parameters), /not one that the application/);
      }
      assert.equal(await isSignedIn(browser), true, "the session goes on");
    });

  test("not even a registered one, when nothing says whose it is", async () => {
    const { browser } = await open();
    for (const more of [{}, { state: "s" }, { logout_hint: "ada" }]) {
      const parameters = { post_logout_redirect_uri: GOODBYE, ...more };
      assertErrorPage(await browser.get(logout(parameters)), /needs a client_id/);
    }
    assert.equal(await isSignedIn(browser), true);
  });

  test("nothing of what was sent is on the page", async () => {
    const { text } = await createPageBrowser(pages.url).get(
      logout({ client_id: "shop", post_logout_redirect_uri: "https://canary.example.test/<script>" }),
    );
    assert.doesNotMatch(text, /canary|<script/);
  });
});

describe("RP-Initiated Logout §2: a request that contradicts itself", () => {
  test("client_id of another application than the ID token's is refused, and the session goes on", async () => {
    const { browser, hint } = await open();
    for (const client_id of ["mail", "other"]) {
      const answer = await browser.get(logout({ id_token_hint: hint, client_id }));
      assertErrorPage(answer, /not the one that id_token_hint was issued to/);
    }
    for (const client_id of ["nobody", "usr_x", "x\u0000", "x".repeat(5_000)]) {
      const answer = await browser.get(logout({ id_token_hint: hint, client_id }));
      assertErrorPage(answer, /not that of an application/);
    }
    assert.equal(await isSignedIn(browser), true);
  });

  for (const name of ["id_token_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales", "x"])
    for (const values of [
      ["a", "a"],
      ["a", "b"],
    ])
      test(`${name} twice (${values}) is refused`, async () => {
        const { browser } = await open();
        const query = `client_id=shop&${values.map((value) => `${name}=${value}`).join("&")}`;
        const twice = name === "client_id" ? query.replace("client_id=shop&", "") : query;
        assertErrorPage(await browser.get(`/oidc/logout?${twice}`), /repeated/);
        assertErrorPage(await browser.post("/oidc/logout", twice), /repeated/);
        assert.equal(await isSignedIn(browser), true);
      });

  test("broken escapes and other bodies are refused", async () => {
    const { browser } = await open();
    assertErrorPage(await browser.get("/oidc/logout?client_id=%zz"), /properly encoded/);
    const json = { "content-type": "application/json" };
    assertErrorPage(await browser.post("/oidc/logout", "{}", json), /x-www-form-urlencoded/);
    assert.equal(await isSignedIn(browser), true);
  });

  test("other methods are refused", async () => {
    const answer = await fetch(`${pages.url}/oidc/logout`, { method: "PUT" });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get("allow"), "GET, POST");
  });
});

test("a disabled application gets no redirect", async () => {
  await pages.apply(`
applications:
  - { client_id: closed, client_secret: ${SECRET}, type: web, enabled: false, post_logout_redirect_uris: ["${GOODBYE}"] }
`);
  const browser = createPageBrowser(pages.url);
  const answer = await browser.get(logout({ client_id: "closed", post_logout_redirect_uri: GOODBYE }));
  assertErrorPage(answer, /not that of an application/);
});
