import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clients } from "../../accounts/clients.ts";
import type { User } from "../../accounts/entities.ts";
import type { LoginThrottle, SignInLimitName } from "../../accounts/login-throttle.ts";
import type { SignIn, SignInOutcome } from "../../accounts/sign-in.ts";
import { inOrder } from "../../core/async/in-order.ts";
import { CONSOLE_APPLICATION } from "../../directory/own-names.ts";
import type { Pending } from "../../oauth/authorize/authorize.ts";
import type { Form } from "../../oauth/form.ts";
import type { Interaction } from "../../oauth/interaction.ts";
import type { Interactions } from "../../oauth/interactions.ts";
import type { AdmitAnonymous } from "../admission/admit-anonymous.ts";
import { addEndpoint } from "../endpoint.ts";
import { type LoginProblem, renderLoginPage } from "../pages/login-page.ts";
import { renderNoAdministratorPage } from "../pages/no-administrator-page.ts";
import { formActionSource } from "../pages/page-headers.ts";
import type { ReturnTo } from "../pages/parts/language-switch.ts";
import { renderSelectAccountPage } from "../pages/select-account-page.ts";
import type { Site } from "../pages/site.ts";
import type { AccountEvents } from "./account-events.ts";
import { createBeginSession, type SessionDependencies } from "./begin-session.ts";
import type { Browser, ReadBrowser } from "./browser-context.ts";
import type { Csrf } from "./csrf.ts";
import type { PageForms } from "./page-forms.ts";
import { createPageFrame } from "./page-frame.ts";
import { parseQuery } from "./page-query.ts";
import { generateScriptNonce } from "./script-nonce.ts";
import { sendPage, sendTo } from "./send-page.ts";
import { showAccount } from "./show-account.ts";
import type { ShowApplication } from "./show-application.ts";
import type { ShowSignInDone } from "./show-sign-in-done.ts";

/** The step of a browser: one of the two pages of this file, or a step of the rest of the flow. */
export type LoginStep =
  | { readonly kind: "login" | "select_account" }
  | { readonly kind: "elsewhere"; send(reply: FastifyReply): FastifyReply | Promise<FastifyReply> };

export interface LoginDependencies extends SessionDependencies {
  readonly site: Site;
  readonly readBrowser: ReadBrowser;
  readonly csrf: Csrf;
  readonly forms: PageForms;
  readonly interactions: Pick<Interactions, "begin" | "find" | "noteSignIn">;
  readonly signIn: SignIn;
  readonly throttle: Pick<LoginThrottle, "nameOf" | "unlock">;
  /** Called before something is stored for an unauthenticated caller. Throws TooManyRequestsError. */
  readonly admitAnonymous: AdmitAnonymous;
  /** Called when a limit kept a password from being checked. */
  readonly onLimited: (limit: SignInLimitName) => void;
  /** Whether a principal can use the administrator's role now. */
  readonly hasAdministrator: () => Promise<boolean>;
  readonly clients: Pick<Clients, "find">;
  readonly showApplication: ShowApplication;
  readonly events: Pick<AccountEvents, "signedIn" | "signInFailed" | "sessionEnded">;
  readonly showSignInDone: ShowSignInDone;
  /** The current step of an application's request. */
  resume(pending: Pending, browser: Browser): Promise<LoginStep>;
}

export const loginPath = (interactionId: string): string => `/login?interaction=${interactionId}`;
/** The login page for a signed-in user who wants to use another account. */
export const otherAccountPath = (interactionId: string): string =>
  `${loginPath(interactionId)}&account=other`;

export function addLoginRoutes(app: FastifyInstance, dependencies: LoginDependencies): void {
  const { site, readBrowser, cookies, csrf, forms, interactions, signIn, events } = dependencies;
  const { showSignInDone, devices, admitAnonymous, onLimited } = dependencies;
  const beginSession = createBeginSession(dependencies);

  const findInteraction =
    (id: string | undefined) =>
    async (browserToken: string): Promise<Interaction | undefined> => {
      const interaction = await interactions.find(id ?? "", browserToken);
      return interaction?.purpose.kind === "logout" ? undefined : interaction;
    };

  const findStep = async (interaction: Interaction, browser: Browser): Promise<LoginStep> => {
    if (isPending(interaction)) return dependencies.resume(interaction, browser);
    return browser.active
      ? { kind: "elsewhere", send: (reply) => sendTo(reply, "/account") }
      : { kind: "login" };
  };

  const showLogin = async (
    reply: FastifyReply,
    interaction: Interaction,
    browser: Browser,
    tried: { readonly status?: number; readonly username?: string; readonly problem?: LoginProblem } = {},
  ): Promise<FastifyReply> => {
    const { status = 200, username = requestOf(interaction)?.loginHint, problem } = tried;
    const view = {
      ...(await commonView(interaction, browser)),
      ...(username !== undefined && { username: username.slice(0, MAX_SHOWN_NAME) }),
      ...(problem && { problem }),
    };
    const scriptNonce = generateScriptNonce();
    const returnTo: ReturnTo =
      reply.request.method === "GET" ? "same_address" : { path: otherAccountPath(interaction.id) };
    const html = renderLoginPage({ ...frameOf(interaction, browser), returnTo, scriptNonce }, view);
    return sendPage(reply, site, { status, html, scriptNonce, formActions: formActionsOf(interaction) });
  };

  /** The console of an installation without an administrator says how to create one. */
  const showFirstLogin = async (reply: FastifyReply, interaction: Interaction, browser: Browser) => {
    if (!isForConsole(interaction) || (await dependencies.hasAdministrator()))
      return showLogin(reply, interaction, browser);
    const view = { loginPath: otherAccountPath(interaction.id) };
    return sendPage(reply, site, { html: renderNoAdministratorPage(frameOf(interaction, browser), view) });
  };

  const showAccounts = async (
    reply: FastifyReply,
    interaction: Interaction,
    browser: Browser,
    account: User,
  ) => {
    const view = { ...(await commonView(interaction, browser)), account: showAccount(account) };
    const html = renderSelectAccountPage(frameOf(interaction, browser), view);
    return sendPage(reply, site, { html, formActions: formActionsOf(interaction) });
  };

  const frameOf = (interaction: Interaction, browser: Browser) =>
    createPageFrame(site, browser, { uiLocales: requestOf(interaction)?.uiLocales });

  const commonView = async (interaction: Interaction, browser: Browser) => {
    const request = requestOf(interaction);
    const client = request && (await dependencies.clients.find(request.redirect.applicationId));
    return {
      csrf: csrf.tokenFor(`login:${interaction.id}`, browser.token),
      interactionId: interaction.id,
      ...(client && { application: await dependencies.showApplication(client.application) }),
    };
  };

  /** Sends the browser to the current step. This page again only by a redirect, never as the answer to a form. */
  const sendNextStep = async (
    reply: FastifyReply,
    interaction: Interaction,
    browser: Browser,
    written?: Promise<void>,
  ) => {
    const [step] = await inOrder([findStep(interaction, browser), written]);
    return step.kind === "elsewhere" ? step.send(reply) : sendTo(reply, loginPath(interaction.id));
  };

  addEndpoint(app, "/login", {
    async GET(request, reply) {
      const query = parseQuery(request);
      const id = query.get("interaction");
      const [browser, interaction] = await readBrowser.with(request, reply, findInteraction(id));
      if (id === undefined) {
        if (browser.active) return sendTo(reply, "/account");
        admitAnonymous(browser);
        return sendTo(reply, loginPath(await interactions.begin({ kind: "account" }, browser)));
      }
      if (!interaction) return showSignInDone(reply, id, browser);
      if (query.get("account") === "other") return showLogin(reply, interaction, browser);
      const step = await findStep(interaction, browser);
      if (step.kind === "elsewhere") return step.send(reply);
      if (step.kind === "login" || !browser.active) return showFirstLogin(reply, interaction, browser);
      return showAccounts(reply, interaction, browser, browser.active.user);
    },

    async POST(request, reply) {
      const form = forms.read(request);
      const find = findInteraction(form.get("interaction"));
      const [browser, interaction] = await readBrowser.with(request, reply, find);
      forms.verify(form, `login:${form.get("interaction") ?? ""}`, browser);
      if (!interaction) return showSignInDone(reply, form.get("interaction"), browser);
      const decision = form.get("decision");
      if (decision === "other") return sendTo(reply, otherAccountPath(interaction.id));
      if (decision === "continue") return continueAs(reply, interaction, browser);
      return tryPassword(request, reply, form, interaction, browser);
    },
  });

  /** Only where the choice was offered: it is no answer to a request that wants a password. */
  async function continueAs(reply: FastifyReply, interaction: Interaction, browser: Browser) {
    const step = await findStep(interaction, browser);
    if (step.kind !== "select_account" || !browser.active) return sendNextStep(reply, interaction, browser);
    const { noted, written } = interactions.noteSignIn(interaction, browser.active.session.id);
    return sendNextStep(reply, noted, browser, written);
  }

  async function tryPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    form: Form,
    interaction: Interaction,
    browser: Browser,
  ) {
    const username = form.get("username") ?? "";
    const missing = findMissing(form);
    if (missing.length > 0) {
      const problem = { kind: "missing", fields: missing } as const;
      return showLogin(reply, interaction, browser, { status: 400, username: username.trim(), problem });
    }
    const outcome = await signIn({
      account: username,
      password: form.get("password") ?? "",
      address: browser.limitedAddress,
      devices: devices.read(cookies.read(request, "device")),
    });
    if (outcome.outcome !== "signed_in") {
      recordFailure(request, username, outcome);
      const { status, problem } = describeFailure(outcome);
      if (problem.kind === "throttled") reply.header("retry-after", String(problem.retryAfterSeconds));
      return showLogin(reply, interaction, browser, { status, username, problem });
    }
    const { user } = outcome;
    const session = await beginSession(request, reply, browser, user);
    const { noted, written } = interactions.noteSignIn(interaction, session.id);
    return sendNextStep(reply, noted, { ...browser, active: { session, user } }, written);
  }

  function recordFailure(
    request: FastifyRequest,
    username: string,
    outcome: Exclude<SignInOutcome, { outcome: "signed_in" }>,
  ): void {
    const account = dependencies.throttle.nameOf(username);
    if (outcome.outcome === "wrong") events.signInFailed(request, { ...outcome, account });
    if (outcome.outcome === "throttled") onLimited(outcome.limit);
    if (outcome.outcome === "wrong" && outcome.reason === "locked") onLimited("account_sign_ins");
    // Only the first of a series: the others say nothing new and must not fill the audit log.
    if (outcome.outcome === "throttled" && outcome.isFirst)
      events.signInFailed(request, { reason: "throttled", account });
  }
}

/** The fields that the user left empty. There is nothing to check then, and no failed attempt to count. */
const findMissing = (form: Form) => [
  ...((form.get("username") ?? "").trim() === "" ? (["username"] as const) : []),
  ...((form.get("password") ?? "") === "" ? (["password"] as const) : []),
];

/** RFC 5321 §4.5.3.1: no name that means anything is longer. */
const MAX_SHOWN_NAME = 320;

const isPending = (interaction: Interaction): interaction is Pending =>
  interaction.purpose.kind === "authorization";

const requestOf = (interaction: Interaction) =>
  isPending(interaction) ? interaction.purpose.request : undefined;

const isForConsole = (interaction: Interaction): boolean =>
  requestOf(interaction)?.redirect.applicationId === CONSOLE_APPLICATION;

/** Signing in may lead straight back to the application, and Chromium holds that redirect to `form-action`, too. */
function formActionsOf(interaction: Interaction): readonly string[] {
  const request = requestOf(interaction);
  return request ? [formActionSource(request.redirect.uri)] : [];
}

/** The same for every account, known or not. */
function describeFailure(outcome: Exclude<SignInOutcome, { outcome: "signed_in" }>): {
  readonly status: number;
  readonly problem: LoginProblem;
} {
  if (outcome.outcome !== "throttled") return { status: 400, problem: { kind: "wrong" } };
  const { retryAfterSeconds } = outcome;
  return { status: 429, problem: { kind: "throttled", retryAfterSeconds } };
}
