import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { ALICE } from "../../support/storefront.ts";
import { useChromium } from "../support/chromium.ts";
import { startApplication } from "../support/start-application.ts";
import { allow, signIn } from "../support/user-at-page.ts";
import { createShop, useWorld } from "../support/world.ts";

const SHOP = createShop("oidc-client-ts", "spa");
const chromium = useChromium();
const world = useWorld(SHOP, ({ licet, application }) =>
  application.serve(createPages(licet.url, application.url)),
);

test("oidc-client-ts in a browser signs a user in, refreshes, revokes, and signs out", async () => {
  const { licet, application } = world;
  const context = await chromium.open();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));

  await page.goto(application.url);
  await leave(page, "manager.signinRedirect()");
  await signIn(page, ALICE);
  await allow(page);
  await page.waitForURL(`${application.url}/callback?*`);
  await page.evaluate("finished");
  const user = await readUser(page);
  assert.equal(user.scope, "openid email orders:read offline_access");
  assert.equal(user.profile.email, "alice@example.test", "userinfo can be read from another origin");

  await page.evaluate("manager.signinSilent()");
  const renewed = await readUser(page);
  assert.notEqual(renewed.access_token, user.access_token);
  assert.notEqual(renewed.refresh_token, user.refresh_token);
  assert.equal(renewed.profile.sub, user.profile.sub);

  await page.evaluate('manager.revokeTokens(["refresh_token"])');
  const refused = await page.evaluate(tokenRequest(licet.url, renewed.refresh_token));
  assert.equal((refused as { error: string }).error, "invalid_grant");
  errors.splice(0); // that refusal

  await leave(page, "manager.signoutRedirect()");
  await page.waitForURL(`${application.url}/`);
  await page.goto(`${licet.url}/account`);
  assert.match(await page.title(), /^Sign in/);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a page at an unregistered origin cannot read a token response, and the application's page can", async (t) => {
  const { licet, application } = world;
  const stranger = await startApplication();
  t.after(stranger.stop);
  stranger.serve((_request, response) => void response.setHeader("content-type", "text/html").end("<p>"));
  const context = await chromium.open();
  const page = await context.newPage();
  const ask = tokenRequest(licet.url, "any");
  await page.goto(application.url);
  assert.equal(((await page.evaluate(ask)) as { error: string }).error, "invalid_grant");
  await page.goto(stranger.url);
  await assert.rejects(page.evaluate(ask), /Failed to fetch/);
  await context.close();
});

/** The source of a token request that runs in the page. */
const tokenRequest = (licet: string, refresh_token: string) => `fetch("${licet}/oidc/token", {
  method: "POST",
  body: new URLSearchParams(${JSON.stringify({ grant_type: "refresh_token", client_id: SHOP.client_id, refresh_token })}),
}).then((response) => response.json())`;

/** Starts a navigation away from the page; its promise ends with the page. */
const leave = async (page: Page, expression: string) =>
  void (await Promise.all([page.waitForNavigation(), page.evaluate(`void ${expression}`)]));

interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly profile: Readonly<Record<string, unknown>>;
}
const readUser = (page: Page): Promise<SignedIn> => page.evaluate("manager.getUser()");

/** The published browser build of the library, and one page that configures it. */
function createPages(authority: string, url: string): RequestListener {
  const folder = createRequire(import.meta.url).resolve("oidc-client-ts/package.json");
  const library = readFileSync(new URL("dist/browser/oidc-client-ts.min.js", `file://${folder}`));
  const settings = {
    authority,
    client_id: SHOP.client_id,
    redirect_uri: `${url}/callback`,
    post_logout_redirect_uri: `${url}/`,
    scope: "openid email orders:read offline_access",
    loadUserInfo: true,
    automaticSilentRenew: false,
  };
  const page = `<!doctype html><title>The shop</title><link rel="icon" href="data:,">
<script src="/library.js"></script>
<script>
const manager = new oidc.UserManager(${JSON.stringify(settings)});
const finished = location.pathname === "/callback" ? manager.signinCallback() : undefined;
</script>`;
  return (request, response) => {
    if (request.url === "/library.js") response.setHeader("content-type", "text/javascript").end(library);
    else response.setHeader("content-type", "text/html").end(page);
  };
}
