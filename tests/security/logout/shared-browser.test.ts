import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeClaims } from "../../support/sign-in.ts";
import type { PageBrowser } from "../login/page-browser.ts";
import { type RunningPages, startPages } from "../login/start-pages.ts";
import { isSignedIn, signInAs, useApplication } from "./use-application.ts";
import { CALLBACK, createState, PASSWORD } from "./world.ts";

let pages: RunningPages;
before(async () => {
  pages = await startPages({ state: createState() });
});
after(() => pages.stop());

const WAYS: Readonly<Record<string, (browser: PageBrowser, hint: string) => Promise<unknown>>> = {
  "with a hint": (browser, hint) => browser.get(`/oidc/logout?id_token_hint=${hint}`),
  "by their own word": async (browser) => {
    const { headers } = await browser.get("/logout");
    const page = await browser.get(String(headers.location));
    return browser.post("/logout", { ...page.fields, decision: "confirm" });
  },
};

for (const [way, signOut] of Object.entries(WAYS))
  describe(`CVE-2022-3916: Ada signs out ${way}, and Ben uses the same browser`, () => {
    test("Ben gets a session of his own and nothing of hers", async () => {
      const browser = await signInAs(pages.url, "ada");
      const hers = await useApplication(pages.url, browser, { client_id: "shop" });
      const before = new Map(browser.cookies);
      const pending = [
        String((await browser.get(authorize("login"))).headers.location),
        String((await browser.get(authorize("consent"))).headers.location),
      ];
      const login = await browser.get(pending[0] ?? "");
      assert.equal(login.status, 200);

      await signOut(browser, hers.id_token);
      assert.equal(browser.sessionToken(), undefined);
      assert.notEqual(browser.token(), before.get("licet_browser"));
      for (const address of pending) assert.equal((await browser.get(address)).status, 400, address);

      assert.equal((await browser.signIn("ben", PASSWORD)).status, 303);
      const his = await useApplication(pages.url, browser, { client_id: "shop" });
      const [ada, ben] = [decodeClaims(hers.id_token), decodeClaims(his.id_token)];
      assert.notEqual(ben.sid, ada.sid);
      assert.notEqual(ben.sub, ada.sub);
      for (const address of pending) assert.equal((await browser.get(address)).status, 400, address);
      const stale = await browser.post("/login", { ...login.fields, username: "ada", password: PASSWORD });
      assert.equal(stale.status, 403);

      // A copy of her cookies is worth nothing, either: both have ended.
      const kept = Array.from(before, ([name, value]) => `${name}=${value}`).join("; ");
      assert.equal((await browser.get("/account", { cookie: kept })).status, 303);
      for (const address of pending) assert.equal((await browser.get(address, { cookie: kept })).status, 400);
    });

    test("her ID token does not sign Ben out", async () => {
      const browser = await signInAs(pages.url, "ada");
      const hers = await useApplication(pages.url, browser, { client_id: "shop" });
      await signOut(browser, hers.id_token);
      await browser.signIn("ben", PASSWORD);
      const answer = await browser.get(`/oidc/logout?id_token_hint=${hers.id_token}`);
      assert.match(String(answer.headers.location), /^\/logout\?interaction=/);
      assert.equal(await isSignedIn(browser), true);
    });
  });

const authorize = (prompt: string) =>
  `/oidc/auth?${new URLSearchParams({ client_id: "shop", redirect_uri: CALLBACK, response_type: "code", scope: "openid", prompt })}`;
