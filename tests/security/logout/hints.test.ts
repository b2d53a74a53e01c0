// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type IdToken, signIdToken } from "../../../packages/server/src/tokens/id-token.ts";
import { signLogoutToken } from "../../../packages/server/src/tokens/logout-token.ts";
import { decodeClaims } from "../../support/sign-in.ts";
import { byEcdsa, byHmac, byRsa, forge, NONE_SPELLINGS, STRANGER, unsigned } from "../forgery/forge.ts";
import type { PageBrowser } from "../login/page-browser.ts";
import { IDLE_SECONDS, type RunningPages, startPages } from "../login/start-pages.ts";
import { isSignedIn, signInAs, useApplication } from "./use-application.ts";
import { createState, GOODBYE } from "./world.ts";

let pages: RunningPages;
before(async () => {
  pages = await startPages({
    readsLog: true,
    state: createState(),
    settings: { session_idle_seconds: String(9 * 3_600) },
  });
});
after(() => pages.stop());

const logout = (parameters: Readonly<Record<string, string>>) =>
  `/oidc/logout?${new URLSearchParams(parameters)}`;

async function open() {
  const browser = await signInAs(pages.url, "ada");
  return { browser, got: await useApplication(pages.url, browser, { client_id: "shop" }) };
}

/** The user is asked first, and nothing has happened yet. */
async function assertAsked(browser: PageBrowser, parameters: Readonly<Record<string, string>>) {
  for (const answer of [
    await browser.get(logout(parameters)),
    await browser.post("/oidc/logout", parameters),
  ]) {
    assert.equal(answer.status, 303);
    assert.match(String(answer.headers.location), /^\/logout\?interaction=[\w-]{43}$/);
    const page = await browser.get(String(answer.headers.location));
    assert.equal(page.status, 200);
    assert.match(page.text, /id="logout-confirm"/);
  }
  assert.equal(await isSignedIn(browser), true);
}

const createIdToken = (subject: string, sessionId: string): IdToken => ({
  issuer: pages.url,
  subject,
  audience: "shop",
  sessionId,
  issuedAt: pages.clock.seconds(),
  expiresAt: pages.clock.seconds() + 60,
  authentication: { time: 0, acr: "1", amr: [] },
  accessToken: "x",
  claims: {},
  algorithm: "RS256",
});

/** Only the user sees the error: no redirect, no session ended, regardless of the other parameters. */
async function assertRefused(browser: PageBrowser, hint: string): Promise<void> {
  const parameters = { id_token_hint: hint };
  const beside = { client_id: "shop", post_logout_redirect_uri: GOODBYE, state: "s" };
  const languages = { en: /ID token .* was changed/, zh: /ID 令牌/ };
  for (const [language, words] of Object.entries(languages)) {
    const answer = await browser.get(logout(parameters), { "accept-language": language });
    assert.equal(answer.status, 400, hint.slice(0, 60));
    assert.match(answer.text, words);
    assert.match(answer.text, /<code>id_token_hint is not an ID token that we issued<\/code>/);
    assert.match(answer.text, /<a class="button block" href="\/logout">/);
  }
  for (const answer of [
    await browser.post("/oidc/logout", parameters),
    await browser.get(logout({ ...parameters, ...beside })),
    await browser.post("/oidc/logout", { ...parameters, ...beside }),
  ]) {
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.location, undefined);
    assert.ok(!answer.text.includes(GOODBYE));
    if (hint.length > 20) assert.ok(!answer.text.includes(hint));
  }
  assert.equal(await isSignedIn(browser), true);
}

test("an ID token that has expired is as good as before: it is a hint and opens nothing", async () => {
  const { browser, got } = await open();
  pages.clock.advance(IDLE_SECONDS + 600);
  assert.ok(Number(decodeClaims(got.id_token).exp) < pages.clock.seconds());
  const answer = await browser.get(logout({ id_token_hint: got.id_token }));
  assert.equal(answer.status, 200);
  assert.match(answer.text, /You are signed out/);
  assert.equal(await isSignedIn(browser), false);
});

test("neither the hint nor the state is in the log", async () => {
  const { browser, got } = await open();
  await browser.get(logout({ id_token_hint: got.id_token, state: "canary-in-the-state" }));
  await browser.get(logout({ id_token_hint: `${got.id_token}x`, client_id: "nobody" }));
  assert.match(pages.logged(), /\/oidc\/logout/);
  assert.ok(!pages.logged().includes(got.id_token));
  assert.doesNotMatch(pages.logged(), /canary-in-the-state/);
});

test("a large ID token, with all that is known of its user, is as good by POST", async () => {
  const { browser, got } = await open();
  const { sub, sid } = decodeClaims(got.id_token) as { sub: string; sid: string };
  const large = await signIdToken(pages.services.keyRing, {
    ...createIdToken(sub, sid),
    claims: { picture: "x".repeat(30_000) },
  });
  const answer = await browser.post("/oidc/logout", { id_token_hint: large });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(await isSignedIn(browser), false);
});

test("one whose key is long gone cannot be told from a made-up one: the user is asked", async () => {
  const { browser, got } = await open();
  const old = { ...decodeClaims(got.id_token), exp: pages.clock.seconds() - 1 };
  const header = { alg: "RS256", typ: "JWT", kid: "a-key-of-last-year" };
  await assertAsked(browser, { id_token_hint: forge(header, old, byRsa(STRANGER.rsa.privateKey)) });
  // Had we issued it lately, we would know the key.
  await assertRefused(browser, forge(header, decodeClaims(got.id_token), byRsa(STRANGER.rsa.privateKey)));
  const foreign = { ...old, iss: "https://other.example.test" };
  await assertRefused(browser, forge(header, foreign, byRsa(STRANGER.rsa.privateKey)));
});

describe("RP-Initiated Logout §4: what does not name this very session leads to a question", () => {
  test("an ID token of another user", async () => {
    const { browser } = await open();
    const ben = await signInAs(pages.url, "ben");
    const { id_token } = await useApplication(pages.url, ben, { client_id: "shop" });
    await assertAsked(browser, { id_token_hint: id_token });
    assert.equal(await isSignedIn(ben), true, "nor does it reach into another browser");
  });

  test("an ID token of another session of the same user", async () => {
    const { browser } = await open();
    const elsewhere = await open();
    await assertAsked(browser, { id_token_hint: elsewhere.got.id_token });
    assert.equal(await isSignedIn(elsewhere.browser), true);
  });

  test("no hint at all, only a state, a name or an application", async () => {
    const { browser } = await open();
    for (const parameters of [{}, { state: "s" }, { logout_hint: "ada" }, { client_id: "shop" }])
      await assertAsked(browser, parameters);
  });
});

describe("RP-Initiated Logout §4: a hint that was changed, or that is not ours, is refused on a page", () => {
  test("an access token, and a logout token (RFC 8725 §3.11)", async () => {
    const { browser, got } = await open();
    const { sub, sid } = decodeClaims(got.id_token) as { sub: string; sid: string };
    const logoutToken = await signLogoutToken(pages.services.keyRing, {
      issuer: pages.url,
      audience: "shop",
      subject: sub,
      sessionId: sid,
      issuedAt: pages.clock.seconds(),
      algorithm: "RS256",
    });
    for (const hint of [got.access_token, logoutToken]) await assertRefused(browser, hint);
  });

  test("RFC 8725 §3.1: every forgery of the right ID token", async () => {
    const { browser, got } = await open();
    const claims = decodeClaims(got.id_token);
    const [head = "", payload = "", signature = ""] = got.id_token.split(".");
    const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string };
    const jwks = JSON.stringify(pages.services.keyRing.jwks(pages.clock.milliseconds()).keys);
    const forgeries = [
      ...NONE_SPELLINGS.map((alg) => forge({ alg, typ: "JWT", kid }, claims, unsigned)),
      forge({ alg: "HS256", typ: "JWT", kid }, claims, byHmac("sha256", jwks)),
      forge({ alg: "RS256", typ: "JWT", kid }, claims, byRsa(STRANGER.rsa.privateKey)),
      forge({ alg: "ES256", typ: "JWT", kid }, claims, byEcdsa(STRANGER.ec.privateKey)),
      forge({ alg: "RS256", typ: "JWT" }, claims, byRsa(STRANGER.rsa.privateKey)),
      `${head}.${Buffer.from(JSON.stringify({ ...claims, iat: 1 })).toString("base64url")}.${signature}`,
      `${head}.${payload}.`,
      `${head}.${payload}`,
      `${got.id_token}=`,
      "x",
      "..",
      "\u0000",
      "a".repeat(8_000),
    ];
    for (const hint of forgeries) await assertRefused(browser, hint);
  });

  test("an ID token of another issuer, signed with our own key", async () => {
    const { browser, got } = await open();
    const { sub, sid } = decodeClaims(got.id_token) as { sub: string; sid: string };
    const foreign = await signIdToken(pages.services.keyRing, {
      ...createIdToken(sub, sid),
      issuer: "https://other.example.test",
    });
    await assertRefused(browser, foreign);
  });
});
