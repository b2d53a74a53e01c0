import { createDiscover } from "./oidc/discovery.ts";
import { createIsSignedByIssuer } from "./oidc/issuer-keys.ts";
import { createFindReasons } from "./oidc/reasons.ts";
import { type Attempt, createShopClient } from "./oidc/shop-client.ts";
import { createAssets } from "./pages/assets.ts";
import { chooseLanguage } from "./pages/choose-language.ts";
import { renderProblemPage } from "./pages/problem-page.ts";
import { respondWithPage } from "./pages/respond.ts";
import { createRoutes } from "./routes.ts";
import { ShopError, type ShopFailure } from "./shop-error.ts";
import { type HandleRequest, type ShopOptions, shopPaths } from "./shop-options.ts";
import { createBoundedStore } from "./visits/bounded-store.ts";
import { createForms } from "./visits/forms.ts";
import { createVisitCookie } from "./visits/visit-cookie.ts";
import { createVisits, type Visit } from "./visits/visits.ts";

const MAX_VISITS = 300;
const VISIT_SECONDS = 3_600;

/** A small web application that signs users in with OpenID Connect and shows all responses of the issuer. */
export function createShop(options: ShopOptions): HandleRequest {
  const now = () => Math.floor(Date.now() / 1_000);
  const discover = createDiscover(options.issuer);
  const client = createShopClient(options, discover);
  const paths = shopPaths(options.url);
  const assets = createAssets(paths.assets);
  const storeOptions = { now, limit: MAX_VISITS, lifetimeSeconds: VISIT_SECONDS };
  const { origin } = new URL(options.url);
  const frameFrom = (request: Request) => ({
    language: chooseLanguage(request.headers.get("accept-language")),
    assets: { styles: assets.styles.path, icon: assets.icon.path },
  });

  const routes = createRoutes({
    options,
    paths,
    discover,
    client,
    visits: createVisits({
      options,
      client,
      isSignedByIssuer: createIsSignedByIssuer(discover),
      findReasons: createFindReasons(options, discover, now),
      now,
    }),
    attemptStore: createBoundedStore<Attempt>(storeOptions),
    visitStore: createBoundedStore<Visit>(storeOptions),
    cookie: createVisitCookie(new URL(paths.home, origin)),
    forms: createForms(origin),
    frameFrom,
  });

  return async (request, from) => {
    const { pathname } = new URL(request.url);
    try {
      const asset = request.method === "GET" ? assets.respond(pathname) : undefined;
      if (asset) return asset;
      const route = routes.get(`${request.method} ${pathname}`);
      if (!route) throw new ShopError("not_found");
      return await route(request, from);
    } catch (error) {
      const { failure, detail } = error instanceof ShopError ? error : INTERNAL;
      if (failure === "internal") console.error(error);
      const html = renderProblemPage(frameFrom(request), { failure, detail, home: paths.home });
      return respondWithPage(html, { status: STATUS[failure] });
    }
  };
}

const INTERNAL = new ShopError("internal");

const STATUS: Readonly<Record<ShopFailure, number>> = {
  visit_expired: 400,
  invalid_answer: 400,
  form_refused: 403,
  not_found: 404,
  issuer_unavailable: 502,
  internal: 500,
};
