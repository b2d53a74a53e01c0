import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { decodeClaims } from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import type { PageBrowser } from "../login/page-browser.ts";
import { type RunningPages, startPages } from "../login/start-pages.ts";
import { type LogoutNotice, type LogoutReceiver, startLogoutReceiver } from "./logout-receiver.ts";
import { type IssuedTokens, isSignedIn, signInAs, useApplication } from "./use-application.ts";
import { createState, PASSWORD, SECRET } from "./world.ts";

let pages: RunningPages;
let shop: LogoutReceiver;
let mail: LogoutReceiver;
before(async () => {
  shop = await startLogoutReceiver();
  mail = await startLogoutReceiver();
  pages = await startPages({
    state: createState({ shop: `${shop.url}/out?a=b`, mail: `${mail.url}/out` }),
    settings: { outbound_private: "true" },
  });
});
after(async () => {
  await pages?.stop();
  shop?.stop();
  mail?.stop();
});

const verify = (notice: LogoutNotice, audience: string) =>
  jwtVerify(notice.form.get("logout_token") ?? "", createRemoteJWKSet(new URL(`${pages.url}/oidc/jwks`)), {
    issuer: pages.url,
    audience,
    typ: "logout+jwt",
    requiredClaims: ["iat", "exp", "jti", "events"],
  });

/** The notices that came about one session. */
const about = ({ notices }: LogoutReceiver, got: IssuedTokens) =>
  notices.filter(
    ({ form }) => decodeClaims(form.get("logout_token") ?? "").sid === decodeClaims(got.id_token).sid,
  );

async function deliverTo(application: LogoutReceiver, got: IssuedTokens): Promise<LogoutNotice> {
  await pages.runJob("logouts");
  const [notice] = about(application, got);
  return notice ?? assert.fail("no notice came");
}

const signOut = (browser: PageBrowser, { id_token }: IssuedTokens) =>
  browser.get(`/oidc/logout?id_token_hint=${id_token}`);

test("Back-Channel Logout §2.4, §2.5: every application of the session is told with a token of its own", async () => {
  const browser = await signInAs(pages.url, "ada");
  const atShop = await useApplication(pages.url, browser, { client_id: "shop" });
  const atMail = await useApplication(pages.url, browser, { client_id: "mail" });
  await useApplication(pages.url, browser, { client_id: "shop" });
  await useApplication(pages.url, browser, { client_id: "other" });
  await signOut(browser, atShop);

  const seen = [
    { notice: await deliverTo(shop, atShop), client: "shop", path: "/out?a=b", alg: "RS256" },
    { notice: await deliverTo(mail, atMail), client: "mail", path: "/out", alg: "ES256" },
  ];
  const jtis = new Set<unknown>();
  for (const { notice, client, path, alg } of seen) {
    assert.equal(notice.method, "POST");
    assert.equal(notice.path, path);
    assert.equal(notice.contentType, "application/x-www-form-urlencoded");
    assert.deepEqual([...notice.form.keys()], ["logout_token"]);
    const { payload, protectedHeader } = await verify(notice, client);
    assert.equal(protectedHeader.alg, alg);
    assert.deepEqual(Object.keys(payload).toSorted(), "aud events exp iat iss jti sid sub".split(" "));
    assert.deepEqual(payload.events, { "http://schemas.openid.net/event/backchannel-logout": {} });
    assert.equal(payload.sub, decodeClaims(atShop.id_token).sub);
    assert.equal(payload.sid, decodeClaims(atShop.id_token).sid);
    assert.ok(Number(payload.exp) - Number(payload.iat) <= 120);
    jtis.add(payload.jti);
  }
  assert.equal(jtis.size, 2);
  await pages.runJob("logouts");
  assert.equal(about(shop, atShop).length, 1, "once, however often it was used");
  assert.deepEqual((await pages.auditLog("logout.delivered")).map(({ target }) => target).toSorted(), [
    "application:mail",
    "application:shop",
  ]);
});

test("Back-Channel Logout §2.7: what was given in the session ends with it, offline access goes on", async () => {
  const browser = await signInAs(pages.url, "ada");
  const online = await useApplication(pages.url, browser, { client_id: "shop" });
  const offline = await useApplication(pages.url, browser, { client_id: "mail" }, "openid offline_access");
  await signOut(browser, online);
  const headers = { authorization: `Bearer ${online.access_token}` };
  assert.equal((await fetch(`${pages.url}/oidc/userinfo`, { headers })).status, 401);
  const refreshed = await postForm(`${pages.url}/oidc/token`, {
    grant_type: "refresh_token",
    refresh_token: offline.refresh_token ?? "",
    client_id: "mail",
    client_secret: SECRET,
  });
  assert.equal(refreshed.status, 200, refreshed.text);
  await deliverTo(mail, offline);
});

describe("an application is told, however the session ends", () => {
  const ends: Readonly<
    Record<string, (browser: PageBrowser, other: PageBrowser, got: IssuedTokens) => Promise<unknown>>
  > = {
    "by the user's word": async (browser) => {
      const { headers } = await browser.get("/logout");
      const page = await browser.get(String(headers.location));
      return browser.post("/logout", { ...page.fields, decision: "confirm" });
    },
    "from the account page of another browser": async (_browser, other, got) => {
      const { csrf } = (await other.get("/account")).fields;
      return other.post("/account/sessions/end", { csrf, session: String(decodeClaims(got.id_token).sid) });
    },
    "with all others, from the account page": async (_browser, other) => {
      const { csrf } = (await other.get("/account")).fields;
      return other.post("/account/sessions/end-others", { csrf });
    },
    "because somebody else signs in": async (browser) => {
      const { headers } = await browser.get(
        "/oidc/auth?client_id=shop&response_type=code&scope=openid&prompt=login&redirect_uri=https%3A%2F%2Fapp.example.test%2Fcallback",
      );
      const page = await browser.get(String(headers.location));
      return browser.post("/login", { ...page.fields, username: "ben", password: PASSWORD });
    },
    "because the user was disabled": async () => {
      await pages.changeUser("ada", { enabled: false });
      await pages.changeUser("ada", { enabled: true });
    },
  };
  for (const [how, end] of Object.entries(ends))
    test(how, async () => {
      const browser = await signInAs(pages.url, "ada");
      const other = await signInAs(pages.url, "ada");
      const got = await useApplication(pages.url, browser, { client_id: "shop" });
      assert.equal(about(shop, got).length, 0);
      await end(browser, other, got);
      const { payload } = await verify(await deliverTo(shop, got), "shop");
      assert.equal(payload.sid, decodeClaims(got.id_token).sid);
    });
});

test("Back-Channel Logout §2.8: an application that hangs or is away does not hold up the user", async (t) => {
  const hanging = await startLogoutReceiver(() => undefined);
  const away = await startLogoutReceiver();
  away.stop();
  t.after(() => hanging.stop());
  await pages.apply(createState({ shop: `${hanging.url}/out`, mail: `${away.url}/out` }));
  const browser = await signInAs(pages.url, "ada");
  const got = await useApplication(pages.url, browser, { client_id: "shop" });
  await useApplication(pages.url, browser, { client_id: "mail" });
  const answer = await signOut(browser, got);
  assert.equal(hanging.givenUp, 0, "the user has an answer before an attempt has ended");
  assert.equal(answer.status, 200);
  assert.equal(await isSignedIn(browser), false);
  const delivered = pages.runJob("logouts");
  await hanging.wait(1);
  hanging.stop();
  await delivered;
});

test("RFC 8725 §3.11–3.12: a logout token opens nothing anywhere else", async (t) => {
  const application = await startLogoutReceiver();
  t.after(() => application.stop());
  await pages.apply(createState({ shop: application.url }));
  const browser = await signInAs(pages.url, "ada");
  await signOut(browser, await useApplication(pages.url, browser, { client_id: "shop" }));
  const [notice] = await application.wait(1);
  const token = notice?.form.get("logout_token") ?? "";
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ["/oidc/userinfo", "/api/v1/users"])
    assert.equal((await fetch(pages.url + path, { headers })).status, 401, path);
  const check = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: "{}" };
  for (const path of ["/api/v1/check", "/access/v1/evaluation"])
    assert.equal((await fetch(pages.url + path, check)).status, 401, path);
  const client = { client_id: "shop", client_secret: SECRET };
  const { body } = await postForm(`${pages.url}/oidc/introspect`, { token, ...client });
  assert.deepEqual(body, { active: false });
  for (const form of [
    { grant_type: "refresh_token", refresh_token: token },
    { grant_type: "authorization_code", code: token, redirect_uri: "https://app.example.test/callback" },
  ])
    assert.equal(
      (await postForm(`${pages.url}/oidc/token`, { ...form, ...client })).body.error,
      "invalid_grant",
    );
});
