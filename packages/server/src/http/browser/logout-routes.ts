import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clients } from "../../accounts/clients.ts";
import { generateToken } from "../../accounts/random-token.ts";
import type { ActiveSession } from "../../accounts/session.ts";
import type { Sessions } from "../../accounts/sessions.ts";
import { inOrder } from "../../core/async/in-order.ts";
import { MAX_REQUEST_BYTES } from "../../oauth/authorize/parameters.ts";
import { type Form, parseForm } from "../../oauth/form.ts";
import type { Interaction } from "../../oauth/interaction.ts";
import type { Interactions } from "../../oauth/interactions.ts";
import { logoutLocation } from "../../oauth/logout/logout-location.ts";
import type { LogoutRequest } from "../../oauth/logout/logout-request.ts";
import {
  LogoutHintError,
  LogoutRequestError,
  type ParseLogoutRequest,
} from "../../oauth/logout/parse-logout-request.ts";
import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";
import type { AdmitAnonymous } from "../admission/admit-anonymous.ts";
import { addEndpoint } from "../endpoint.ts";
import { renderLoggedOutPage } from "../pages/logged-out-page.ts";
import { renderLogoutPage } from "../pages/logout-page.ts";
import { formActionSource } from "../pages/page-headers.ts";
import type { ReturnTo } from "../pages/parts/language-switch.ts";
import type { Site } from "../pages/site.ts";
import { formOf } from "../request-parts.ts";
import type { AccountEvents } from "./account-events.ts";
import type { Browser, ReadBrowser } from "./browser-context.ts";
import type { Cookies } from "./cookies.ts";
import type { Csrf } from "./csrf.ts";
import { PageError } from "./page-errors.ts";
import type { PageForms } from "./page-forms.ts";
import { createPageFrame } from "./page-frame.ts";
import { parseQuery } from "./page-query.ts";
import { sendPage, sendTo } from "./send-page.ts";

export interface LogoutDependencies {
  readonly site: Site;
  readonly readBrowser: ReadBrowser;
  readonly cookies: Cookies;
  readonly csrf: Csrf;
  readonly forms: PageForms;
  readonly interactions: Pick<Interactions, "begin" | "find" | "consume" | "endAllOfBrowser">;
  readonly sessions: Pick<Sessions, "end">;
  readonly parseLogoutRequest: ParseLogoutRequest;
  readonly clients: Pick<Clients, "find">;
  readonly events: Pick<AccountEvents, "sessionEnded">;
  readonly admitAnonymous: AdmitAnonymous;
}

const PATH = "/logout";
const logoutPath = (interactionId: string): string => `${PATH}?interaction=${interactionId}`;

/** OpenID Connect RP-Initiated Logout, and the page on which users confirm it. */
export function addLogoutRoutes(app: FastifyInstance, dependencies: LogoutDependencies): void {
  const { site, readBrowser, cookies, csrf, forms, interactions, sessions, events } = dependencies;

  addEndpoint(app, OAUTH_PATHS.logout, {
    GET: (request, reply) => begin(request, reply, parseQuery(request)),
    POST: (request, reply) => begin(request, reply, parseForm(formOf(request))),
  });

  async function begin(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
    const browser = await readBrowser(request, reply);
    const asked = await parseRequest(form);
    const { active } = browser;
    if (active && isNamedBy(asked, active)) {
      await signOut(request, reply, browser, active, "signed_out_by_application");
      return sendAfterLogout(reply, browser, asked);
    }
    // A form from another site comes without our cookies (SameSite=Lax), so no user seems to be signed in. The page
    // that follows is requested with them.
    if (active || request.method === "POST") return ask(reply, browser, asked);
    return sendAfterLogout(reply, browser, asked);
  }

  async function parseRequest(form: Form): Promise<LogoutRequest> {
    try {
      return await dependencies.parseLogoutRequest(form);
    } catch (error) {
      if (error instanceof LogoutHintError) throw new PageError("invalid_logout_hint", error.message);
      if (error instanceof LogoutRequestError) throw new PageError("invalid_logout", error.message);
      throw error;
    }
  }

  addEndpoint(app, PATH, {
    async GET(request, reply) {
      const id = parseQuery(request).get("interaction");
      const [browser, found] = await readBrowser.with(request, reply, findInteraction(id));
      const { active } = browser;
      if (id === undefined) return active ? ask(reply, browser, {}) : sendAfterLogout(reply, browser, {});
      const { interaction, asked } = requireLogout(found);
      if (!active) return sendAfterLogout(reply, browser, asked);
      if (!isNamedBy(asked, active)) return showQuestion(reply, browser, active, interaction.id, asked);
      await signOut(request, reply, browser, active, "signed_out_by_application");
      return sendAfterLogout(reply, browser, asked);
    },

    async POST(request, reply) {
      const form = forms.read(request);
      const id = form.get("interaction") ?? "";
      const [browser, found] = await readBrowser.with(request, reply, findInteraction(id));
      forms.verify(form, `logout:${id}`, browser);
      const { interaction, asked } = requireLogout(found);
      if (!(await interactions.consume(interaction))) throw new PageError("interaction_expired");
      if (form.get("decision") === "cancel") return sendTo(reply, "/account");
      if (browser.active) await signOut(request, reply, browser, browser.active, "signed_out");
      return sendAfterLogout(reply, browser, asked);
    },
  });

  const ask = async (reply: FastifyReply, browser: Browser, asked: LogoutRequest) => {
    requireStorable(asked);
    if (!browser.active) dependencies.admitAnonymous(browser);
    return sendTo(reply, logoutPath(await interactions.begin({ kind: "logout", ...asked }, browser)));
  };

  function findInteraction(id: string | undefined) {
    return (browserToken: string) => interactions.find(id ?? "", browserToken);
  }

  function requireLogout(interaction: Interaction | undefined) {
    if (interaction?.purpose.kind !== "logout") throw new PageError("interaction_expired");
    const { kind: _, ...asked } = interaction.purpose;
    return { interaction, asked };
  }

  async function showQuestion(
    reply: FastifyReply,
    browser: Browser,
    { user }: ActiveSession,
    interactionId: string,
    asked: LogoutRequest,
  ): Promise<FastifyReply> {
    const application = await findApplication(asked);
    const view = {
      csrf: csrf.tokenFor(`logout:${interactionId}`, browser.token),
      interactionId,
      accountName: user.name ?? user.username,
      ...(application && { application: { name: application.name } }),
    };
    // The answer to the form leads to the application, and Chromium holds that redirect to `form-action`, too.
    const formActions = asked.redirect ? [formActionSource(asked.redirect.uri)] : [];
    return sendPage(reply, site, { html: renderLogoutPage(frameOf(browser, asked), view), formActions });
  }

  /** Ends the session. The store records the notices with it, and the user does not wait for their delivery. */
  async function signOut(
    request: FastifyRequest,
    reply: FastifyReply,
    browser: Browser,
    { session, user }: ActiveSession,
    reason: string,
  ): Promise<void> {
    const [ended] = await inOrder([sessions.end(session.id), interactions.endAllOfBrowser(browser.token)]);
    cookies.clear(reply, "session");
    // The next user of this browser shares nothing with the one who signs out (CVE-2022-3916).
    cookies.set(reply, "browser", generateToken());
    if (ended) events.sessionEnded(request, user, ended, reason);
  }

  /** After the sign-out: back to the application, or to a page that confirms it. */
  async function sendAfterLogout(
    reply: FastifyReply,
    browser: Browser,
    asked: LogoutRequest,
  ): Promise<FastifyReply> {
    if (asked.redirect) return sendTo(reply, logoutLocation(asked.redirect));
    const { name, homePage: url } = (await findApplication(asked)) ?? {};
    const view = name !== undefined && url !== undefined ? { application: { name, url } } : {};
    return sendPage(reply, site, {
      html: renderLoggedOutPage(frameOf(browser, asked, signedOutPath(asked)), view),
    });
  }

  const findApplication = async ({ applicationId }: LogoutRequest) =>
    applicationId === undefined ? undefined : (await dependencies.clients.find(applicationId))?.application;

  const frameOf = (browser: Browser, { uiLocales }: LogoutRequest, returnTo: ReturnTo = "same_address") =>
    createPageFrame(site, browser, { uiLocales, returnTo });
}

/** Where the page that confirms a sign-out is shown again, once no user is signed in. */
const signedOutPath = ({ applicationId }: LogoutRequest): ReturnTo =>
  applicationId === undefined
    ? { path: PATH }
    : { path: `${OAUTH_PATHS.logout}?${new URLSearchParams({ client_id: applicationId })}` };

/** The request is stored until the user answers, also for anonymous callers: the bound of an authorization request. */
function requireStorable(asked: LogoutRequest): void {
  if (Buffer.byteLength(JSON.stringify(asked)) > MAX_REQUEST_BYTES)
    throw new PageError("invalid_logout", `a request may have at most ${MAX_REQUEST_BYTES} bytes`);
}

/** RP-Initiated Logout §2: an ID token of this very session shows that the application means it, and whom. */
const isNamedBy = ({ hinted }: LogoutRequest, { session, user }: ActiveSession): boolean =>
  hinted?.sessionId === session.id && hinted.userId === user.id;
