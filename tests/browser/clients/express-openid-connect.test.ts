import assert from "node:assert/strict";
import { test } from "node:test";
import express from "express";
import expressOpenId from "express-openid-connect";
import { ALICE } from "../../support/storefront.ts";
import { useChromium } from "../support/chromium.ts";
import { allow, readShown, signIn } from "../support/user-at-page.ts";
import { createShop, useWorld } from "../support/world.ts";

const SHOP = createShop("express-openid-connect", "web");
const chromium = useChromium();
const world = useWorld(SHOP, ({ licet, application }) =>
  application.serve(createExpressApplication(licet.url, application.url)),
);

test("express-openid-connect protects a page, reads userinfo, refreshes, and signs out", async () => {
  const { licet, application } = world;
  const context = await chromium.open();
  const page = await context.newPage();

  await page.goto(`${application.url}/me`);
  assert.match(await page.title(), /^Sign in/);
  await signIn(page, ALICE);
  await allow(page);
  await page.waitForURL(`${application.url}/me`);
  const me = await readShown(page);
  assert.match(String(me.sub), /^usr_/);
  assert.equal(me.email, "alice@example.test");

  await page.goto(`${application.url}/refresh`);
  assert.deepEqual(await readShown(page), { isNew: true, isKept: false });

  await page.goto(`${application.url}/logout`);
  await page.waitForURL(application.url);
  await page.goto(`${licet.url}/account`);
  assert.match(await page.title(), /^Sign in/);
  await context.close();
});

function createExpressApplication(issuer: string, url: string): express.Express {
  const { auth, requiresAuth } = expressOpenId;
  const app = express();
  app.use(
    auth({
      issuerBaseURL: issuer,
      baseURL: url,
      clientID: SHOP.client_id,
      clientSecret: SHOP.client_secret,
      secret: "only of this test, and long enough to be one",
      authRequired: false,
      idpLogout: true,
      authorizationParams: { response_type: "code", scope: "openid email orders:read offline_access" },
    }),
  );
  app.get("/", (_request, response) => void response.send("{}"));
  app.get("/me", requiresAuth(), async (request, response) => {
    response.json(await request.oidc.fetchUserInfo());
  });
  app.get("/refresh", requiresAuth(), async (request, response) => {
    const { accessToken, refreshToken } = request.oidc;
    const renewed = await accessToken?.refresh();
    response.json({
      isNew: renewed !== undefined && renewed.access_token !== accessToken?.access_token,
      isKept: request.oidc.refreshToken === refreshToken,
    });
  });
  return app;
}
