import type { Discover } from "./oidc/discovery.ts";
import type { Attempt, ShopClient, ShopRequest } from "./oidc/shop-client.ts";
import type { PageFrame } from "./pages/layout.ts";
import { redirectTo, respondWithPage } from "./pages/respond.ts";
import { renderResultPage } from "./pages/result-page.ts";
import { renderStartPage } from "./pages/start-page.ts";
import { parseAnswer } from "./parse-answer.ts";
import { ShopError } from "./shop-error.ts";
import type { HandleRequest, ShopOptions, ShopPaths } from "./shop-options.ts";
import { textsIn } from "./texts/texts-in.ts";
import type { BoundedStore } from "./visits/bounded-store.ts";
import type { Forms } from "./visits/forms.ts";
import type { VisitCookie } from "./visits/visit-cookie.ts";
import type { Visit, Visits } from "./visits/visits.ts";

export interface RouteDependencies {
  readonly options: ShopOptions;
  readonly paths: ShopPaths;
  readonly discover: Discover;
  readonly client: ShopClient;
  readonly visits: Visits;
  readonly attemptStore: BoundedStore<Attempt>;
  readonly visitStore: BoundedStore<Visit>;
  readonly cookie: VisitCookie;
  readonly forms: Forms;
  readonly frameFrom: (request: Request) => PageFrame;
}

/** The handlers by method and path. */
export function createRoutes(dependencies: RouteDependencies): ReadonlyMap<string, HandleRequest> {
  const { options, paths, discover, client, visits, attemptStore, visitStore, cookie, forms, frameFrom } =
    dependencies;

  return new Map<string, HandleRequest>([
    [`GET ${paths.home}`, showStart],
    [`GET ${paths.start}`, start],
    [`GET ${paths.callback}`, receiveAnswer],
    [`GET ${paths.result}`, showResult],
    [`POST ${paths.refresh}`, refresh],
    [`POST ${paths.signOut}`, signOut],
  ]);

  async function showStart(request: Request): Promise<Response> {
    const frame = frameFrom(request);
    const { request: preview } = await client.begin(options.scopes.join(" "));
    const html = renderStartPage(frame, {
      startPath: paths.start,
      scopes: options.scopes,
      accounts: options.accounts ?? [],
      request: withTitle(frame, preview),
    });
    return respondWithPage(html, { formTargets: [preview.url] });
  }

  async function start(request: Request): Promise<Response> {
    const ticked = new URL(request.url).searchParams.getAll("scope");
    const attempt = await client.begin(options.scopes.filter((scope) => ticked.includes(scope)).join(" "));
    return redirectTo(attempt.request.url, { cookie: cookie.set(attemptStore.add(attempt)) });
  }

  async function receiveAnswer(request: Request, { ip }: { readonly ip: string }): Promise<Response> {
    const token = cookie.parse(request);
    // RFC 9700 §4.7: a response to a request that this browser did not make belongs to another user.
    const attempt = attemptStore.find(token);
    if (!attempt) throw new ShopError("visit_expired");
    const answer = parseAnswer(request.url, attempt, await discover());
    attemptStore.take(token);
    const visit = await visits.begin(attempt, answer, ip);
    return redirectTo(paths.result, { cookie: cookie.set(visitStore.add(visit)) });
  }

  async function showResult(request: Request): Promise<Response> {
    const token = cookie.parse(request);
    const visit = visitStore.find(token);
    if (token === undefined || !visit) return redirectTo(paths.home);
    const frame = frameFrom(request);
    const { outcome, requests } = visit;
    const idToken = outcome.kind === "tokens" ? outcome.idToken?.raw : undefined;
    const csrf = forms.tokenFor(token);
    const html = renderResultPage(frame, {
      outcome,
      requests: requests.map((each) => withTitle(frame, each)),
      paths,
      refreshFields: { csrf },
      signOutFields: { csrf, ...client.signOutFields(idToken) },
    });
    const { endSessionEndpoint } = await discover();
    return respondWithPage(html, {
      formTargets: endSessionEndpoint === undefined ? [] : [endSessionEndpoint],
    });
  }

  async function refresh(request: Request, { ip }: { readonly ip: string }): Promise<Response> {
    const { token, visit } = await parseForm(request);
    visitStore.replace(token, await visits.refresh(visit, ip));
    return redirectTo(paths.result);
  }

  /**
   * RP-Initiated Logout §2: the ID token contains personal data, so a form posts it, and it is never part of a URL.
   * With 307 the browser sends the same form to the issuer, without a script.
   */
  async function signOut(request: Request): Promise<Response> {
    const { token } = await parseForm(request);
    visitStore.take(token);
    const { endSessionEndpoint } = await discover();
    return endSessionEndpoint === undefined
      ? redirectTo(paths.home, { cookie: cookie.clear() })
      : redirectTo(endSessionEndpoint, { status: 307, cookie: cookie.clear() });
  }

  /** Throws unless the form comes from the result page in the same browser. */
  async function parseForm(request: Request): Promise<{ readonly token: string; readonly visit: Visit }> {
    forms.requireOwnPage(request);
    const token = cookie.parse(request);
    const visit = visitStore.find(token);
    if (token === undefined || !visit) throw new ShopError("visit_expired");
    forms.verify(new URLSearchParams(await request.text()), token);
    return { token, visit };
  }
}

const withTitle = ({ language }: PageFrame, { step, ...request }: ShopRequest) => ({
  ...request,
  title: textsIn(language).requestTitles[step],
});
