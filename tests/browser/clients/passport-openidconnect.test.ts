import assert from "node:assert/strict";
import { test } from "node:test";
import { promisify } from "node:util";
import express from "express";
import session from "express-session";
import passport from "passport";
import OpenIDConnectStrategy from "passport-openidconnect";
import { ALICE } from "../../support/storefront.ts";
import { useChromium } from "../support/chromium.ts";
import { allow, readShown, signIn } from "../support/user-at-page.ts";
import { createShop, useWorld } from "../support/world.ts";

const SHOP = createShop("passport-openidconnect", "web");
const chromium = useChromium();
const world = useWorld(SHOP, ({ licet, application }) =>
  application.serve(createExpressApplication(licet.url, application.url)),
);

test("passport-openidconnect signs a user in, reads userinfo, refreshes, and signs out", async () => {
  const { licet, application } = world;
  const context = await chromium.open();
  const page = await context.newPage();

  await page.goto(`${application.url}/sign-in`);
  await signIn(page, ALICE);
  await allow(page);
  await page.waitForURL(`${application.url}/me`);
  const me = await readShown(page);
  assert.match(String(me.id), /^usr_/);
  assert.equal(me.email, "alice@example.test");
  assert.equal(me.scope, "openid email orders:read offline_access");

  await page.goto(`${application.url}/refresh`);
  const renewed = await readShown(page);
  assert.equal(renewed.scope, me.scope);
  assert.equal(renewed.isNew, true);

  // The sign-out sends no id_token_hint, so Licet asks the user to confirm.
  await page.goto(`${application.url}/sign-out`);
  await page.click("#logout-confirm");
  await page.waitForURL(`${application.url}/`);
  await page.goto(`${licet.url}/account`);
  assert.match(await page.title(), /^Sign in/);
  await context.close();
});

interface Visitor {
  readonly id: string;
  readonly email: string | undefined;
  readonly scope: unknown;
  readonly refreshToken: string;
}

function createExpressApplication(issuer: string, url: string): express.Express {
  const strategy = new OpenIDConnectStrategy(
    {
      issuer,
      authorizationURL: `${issuer}/oidc/auth`,
      tokenURL: `${issuer}/oidc/token`,
      userInfoURL: `${issuer}/oidc/userinfo`,
      clientID: SHOP.client_id,
      clientSecret: SHOP.client_secret,
      callbackURL: `${url}/callback`,
      scope: ["email", "orders:read", "offline_access"],
      nonce: true,
      skipUserProfile: false,
    },
    (_issuer, { id, emails }, _context, _idToken, _accessToken, refreshToken, { scope }, done) =>
      done(null, { id, email: emails?.[0]?.value, scope, refreshToken } satisfies Visitor),
  );
  passport.use(strategy);
  passport.serializeUser((user, done) => done(null, JSON.stringify(user)));
  passport.deserializeUser((text, done) => done(null, JSON.parse(text)));

  const app = express();
  app.use(session({ secret: "only of this test", resave: false, saveUninitialized: false }));
  app.use(passport.session());
  app.get("/", (_request, response) => void response.send("{}"));
  app.get("/sign-in", passport.authenticate("openidconnect"));
  app.get("/callback", passport.authenticate("openidconnect"), (_request, response) =>
    response.redirect("/me"),
  );
  app.get("/me", (request, response) => {
    const { id, email, scope } = visitorOf(request);
    response.json({ id, email, scope });
  });
  app.get("/refresh", async (request, response) => {
    const { refreshToken } = visitorOf(request);
    const exchange = promisify<string, Record<string, string>, unknown>((token, parameters, done) =>
      strategy._oauth2.getOAuthAccessToken(token, parameters, (error, accessToken, next, answer) =>
        done(error as Error | null, { accessToken, isNew: next !== token, ...answer }),
      ),
    );
    response.json(await exchange(refreshToken, { grant_type: "refresh_token" }));
  });
  app.get("/sign-out", (_request, response) => {
    const query = new URLSearchParams({ client_id: SHOP.client_id, post_logout_redirect_uri: `${url}/` });
    response.redirect(`${issuer}/oidc/logout?${query}`);
  });
  return app;
}

const visitorOf = (request: express.Request): Visitor =>
  (request as express.Request & { readonly user: Visitor }).user;
