import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../core/time.ts";
import type { Model } from "../../permissions/model.ts";
import { ipOf } from "../admission/client-address.ts";
import type { Csrf, FormPurpose } from "../browser/csrf.ts";
import { PageError } from "../browser/page-errors.ts";
import type { PageForms } from "../browser/page-forms.ts";
import { parseQuery, rawQueryOf } from "../browser/page-query.ts";
import { sendPage, sendTo } from "../browser/send-page.ts";
import { showPermission } from "../browser/show-permission.ts";
import { addEndpoint } from "../endpoint.ts";
import { chooseLanguage } from "../pages/choose-language.ts";
import { renderDemoResultPage } from "../pages/demo-result-page.ts";
import { renderDemoStartPage } from "../pages/demo-start-page.ts";
import { renderErrorPage } from "../pages/error-page.ts";
import type { PageFrame } from "../pages/layout.ts";
import type { Site } from "../pages/site.ts";
import { textsIn } from "../pages/texts/texts-in.ts";
import { createBoundedStore } from "./bounded-store.ts";
import { DEMO_PATHS } from "./demo-addresses.ts";
import { createDemoCookie } from "./demo-cookie.ts";
import { DEMO_SCOPES, type DemoShop } from "./demo-shop.ts";
import type { ReasonsFor } from "./reasons-for.ts";
import { type Attempt, createShopClient, type MadeRequest } from "./shop-client.ts";
import { createVisits, type Visit } from "./visit.ts";

export interface DemoDependencies {
  readonly shop: DemoShop;
  /** Whether the shop is still registered as the demo needs it. */
  readonly isUsable: () => Promise<boolean>;
  readonly reasonsFor: ReasonsFor;
  readonly baseUrl: string;
  readonly site: Site;
  readonly csrf: Csrf;
  readonly forms: PageForms;
  readonly model: () => Promise<Pick<Model, "permissions">>;
  readonly clock: Clock;
}

const KEPT = 300;
const VISIT_SECONDS = 3_600;

/** A small web application that signs people in with Licet and shows everything it got. */
export function addDemo(app: FastifyInstance, dependencies: DemoDependencies): void {
  const { shop, isUsable, reasonsFor, baseUrl, site, csrf, forms, clock } = dependencies;
  const client = createShopClient(baseUrl, shop);
  const visits = createVisits({ client, shop, reasonsFor, issuer: baseUrl, clock });
  const attempts = createBoundedStore<Attempt>({ clock, limit: KEPT, lifetimeSeconds: VISIT_SECONDS });
  const visited = createBoundedStore<Visit>({ clock, limit: KEPT, lifetimeSeconds: VISIT_SECONDS });
  const cookie = createDemoCookie(baseUrl);

  addEndpoint(app, DEMO_PATHS.home, {
    async GET(request, reply) {
      if (!(await isUsable())) return sendUnusable(request, reply);
      const frame = frameOf(request);
      const model = await dependencies.model();
      const choices = DEMO_SCOPES.map((scope) => ({
        ...showPermission(model, scope, frame.language),
        ticked: true,
      }));
      const html = renderDemoStartPage(frame, {
        startPath: DEMO_PATHS.start,
        choices,
        accounts: shop.accounts,
        request: inWords(frame, client.begin(DEMO_SCOPES.join(" ")).request),
      });
      return sendPage(reply, site, { html });
    },
  });

  addEndpoint(app, DEMO_PATHS.start, {
    async GET(request, reply) {
      if (!(await isUsable())) return sendUnusable(request, reply);
      const ticked = new URLSearchParams(rawQueryOf(request)).getAll("scope");
      const attempt = client.begin(DEMO_SCOPES.filter((scope) => ticked.includes(scope)).join(" "));
      cookie.set(reply, attempts.add(attempt));
      return sendTo(reply, attempt.request.url);
    },
  });

  addEndpoint(app, DEMO_PATHS.callback, {
    async GET(request, reply) {
      const answer = parseQuery(request);
      const token = cookie.read(request);
      // RFC 9700 §4.7: an answer to a request that this browser did not make is somebody else's.
      const attempt = attempts.find(token);
      if (attempt === undefined || attempt.state !== answer.get("state"))
        throw new PageError("interaction_expired");
      // RFC 9207 §2.4: and one that another server gave is worth nothing.
      if (answer.get("iss") !== baseUrl)
        throw new PageError("invalid_request", "the answer names another issuer (iss)");
      attempts.take(token);
      cookie.set(reply, visited.add(await visits.begin(attempt, answer, ipOf(request))));
      return sendTo(reply, DEMO_PATHS.result);
    },
  });

  addEndpoint(app, DEMO_PATHS.result, {
    async GET(request, reply) {
      const token = cookie.read(request);
      const visit = visited.find(token);
      if (token === undefined || !visit) return sendTo(reply, DEMO_PATHS.home);
      const frame = frameOf(request);
      const html = renderDemoResultPage(frame, {
        csrf: csrf.tokenFor(FORMS, token),
        outcome: visit.outcome,
        requests: visit.requests.map((made) => inWords(frame, made)),
        paths: { refresh: DEMO_PATHS.refresh, signOut: DEMO_PATHS.signOut, start: DEMO_PATHS.home },
      });
      return sendPage(reply, site, { html });
    },
  });

  addEndpoint(app, DEMO_PATHS.refresh, {
    async POST(request, reply) {
      const { token, visit } = parseForm(request);
      visited.replace(token, await visits.refresh(visit, ipOf(request)));
      return sendTo(reply, DEMO_PATHS.result);
    },
  });

  addEndpoint(app, DEMO_PATHS.signOut, {
    async POST(request, reply) {
      const { token, visit } = parseForm(request);
      visited.take(token);
      cookie.clear(reply);
      const idToken = visit.outcome.kind === "tokens" ? visit.outcome.idToken?.raw : undefined;
      return sendTo(reply, client.signOutUrl(idToken));
    },
  });

  /** Throws unless it comes from the result page, in the browser that was shown it. */
  function parseForm(request: FastifyRequest): { readonly token: string; readonly visit: Visit } {
    const form = forms.read(request);
    const token = cookie.read(request);
    const visit = visited.find(token);
    if (token === undefined || !visit) throw new PageError("interaction_expired");
    forms.verify(form, FORMS, { token });
    return { token, visit };
  }

  function sendUnusable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const frame = frameOf(request);
    const view = { ...textsIn(frame.language).demo.unusable, requestId: request.id };
    return sendPage(reply, site, { status: 409, html: renderErrorPage(frame, view) });
  }

  const frameOf = ({ headers }: FastifyRequest): PageFrame => ({
    site,
    language: chooseLanguage({ acceptLanguage: headers["accept-language"] }),
  });
}

const FORMS: FormPurpose = "demo:result";

const inWords = ({ language }: PageFrame, { step, ...request }: MadeRequest) => ({
  ...request,
  title: textsIn(language).demo.requestTitles[step],
});
