import type { Model } from "@licet/engine/internal/model.ts";
import { type Clock, isExpired } from "@licet/engine/internal/values/time.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clients } from "../../accounts/clients.ts";
import type { SignInLimitName } from "../../accounts/login-throttle.ts";
import type { ChangePassword, PasswordChangeOutcome } from "../../accounts/passwords/change-password.ts";
import type { ActiveSession } from "../../accounts/session.ts";
import type { Sessions } from "../../accounts/sessions.ts";
import { inOrder } from "../../core/async/in-order.ts";
import type { Consent } from "../../oauth/consent.ts";
import type { Form } from "../../oauth/form.ts";
import type { Interactions } from "../../oauth/interactions.ts";
import type { ConsentStore } from "../../oauth/stores.ts";
import type { AdmitAnonymous } from "../admission/admit-anonymous.ts";
import { addEndpoint } from "../endpoint.ts";
import { type AccountMessage, renderAccountPage } from "../pages/account-page.ts";
import type { Language } from "../pages/choose-language.ts";
import type { Site } from "../pages/site.ts";
import type { AccountEvents } from "./account-events.ts";
import type { Browser, ReadBrowser } from "./browser-context.ts";
import type { Csrf, FormPurpose } from "./csrf.ts";
import { loginPath } from "./login-routes.ts";
import { PageError } from "./page-errors.ts";
import type { PageForms } from "./page-forms.ts";
import { createPageFrame } from "./page-frame.ts";
import { parseQuery } from "./page-query.ts";
import { generateScriptNonce } from "./script-nonce.ts";
import { sendPage, sendTo } from "./send-page.ts";
import { showAccount } from "./show-account.ts";
import type { ShowApplication } from "./show-application.ts";
import { showPermission } from "./show-permission.ts";

export interface AccountDependencies {
  readonly site: Site;
  readonly readBrowser: ReadBrowser;
  readonly csrf: Csrf;
  readonly forms: PageForms;
  readonly interactions: Pick<Interactions, "begin">;
  readonly sessions: Pick<Sessions, "list" | "end" | "endOthers">;
  readonly consents: Pick<ConsentStore, "listOfUser" | "withdraw">;
  readonly changePassword: ChangePassword;
  readonly clients: Pick<Clients, "find">;
  readonly showApplication: ShowApplication;
  readonly model: () => Promise<Pick<Model, "permissions" | "resources">>;
  readonly events: AccountEvents;
  readonly admitAnonymous: AdmitAnonymous;
  readonly onLimited: (limit: SignInLimitName) => void;
  readonly clock: Clock;
}

interface SignedIn extends Browser {
  readonly active: ActiveSession;
}

type Done = "session_ended" | "other_sessions_ended" | "consent_withdrawn" | "password_changed";
type Outcome = { readonly done: Done } | { readonly status: number; readonly message: AccountMessage };

/** The account pages, on which users see and change their own account. */
export function addAccountRoutes(app: FastifyInstance, dependencies: AccountDependencies): void {
  const { site, readBrowser, csrf, forms, interactions, sessions, consents, events, clock } = dependencies;
  const { admitAnonymous, onLimited } = dependencies;

  const toLogin = async (reply: FastifyReply, browser: Browser) => {
    admitAnonymous(browser);
    return sendTo(reply, loginPath(await interactions.begin({ kind: "account" }, browser)));
  };

  const show = async (reply: FastifyReply, browser: SignedIn, status: number, message?: AccountMessage) => {
    const { session, user } = browser.active;
    const scriptNonce = generateScriptNonce();
    // Without the message of a completed action: it is not said twice.
    const frame = { ...createPageFrame(site, browser, { returnTo: { path: "/account" } }), scriptNonce };
    const [listed, given] = await inOrder([
      sessions.list(user),
      consents.listOfUser(user.id).then((found) => showConsents(found, frame.language)),
    ]);
    const view = {
      csrf: csrf.tokenFor(purposeOf(browser), browser.token),
      now: clock.seconds(),
      user: { ...showAccount(user), hasPassword: user.passwordHash !== undefined },
      sessions: listed.map((one) => ({ ...one, current: one.id === session.id })),
      consents: given,
      ...(message && { message }),
    };
    return sendPage(reply, site, { status, scriptNonce, html: renderAccountPage(frame, view) });
  };

  async function showConsents(given: readonly Consent[], language: Language) {
    const model = await dependencies.model();
    const now = clock.seconds();
    const shown = given.map(async ({ applicationId, items }) => ({
      application: await applicationNamed(applicationId),
      items: items
        .filter(({ expiresAt }) => !isExpired(expiresAt, now))
        .map(({ scope, agreed, decidedAt }) => ({
          ...showPermission(model, scope, language),
          agreed,
          decidedAt,
        })),
    }));
    return (await Promise.all(shown)).filter(({ items }) => items.length > 0);
  }

  async function applicationNamed(id: string) {
    const client = await dependencies.clients.find(id);
    return client ? dependencies.showApplication(client.application) : { id, name: id };
  }

  addEndpoint(app, "/account", {
    async GET(request, reply) {
      const browser = await readBrowser(request, reply);
      if (!isSignedIn(browser)) return toLogin(reply, browser);
      return show(reply, browser, 200, messageOf(request, browser));
    },
  });

  /** The completed action, for the page that follows. Sealed, so that no link can claim it. */
  const donePurpose = (browser: SignedIn, done: Done): FormPurpose => `${purposeOf(browser)}:${done}`;

  function messageOf(request: FastifyRequest, browser: SignedIn): AccountMessage | undefined {
    const query = parseQuery(request);
    const done = DONE.find((known) => known === query.get("done"));
    const isOurs = done && csrf.isValid(query.get("proof"), donePurpose(browser, done), browser.token);
    return isOurs ? { kind: done } : undefined;
  }

  const addAction = (
    path: string,
    act: (request: FastifyRequest, form: Form, browser: SignedIn) => Promise<Outcome>,
  ) =>
    addEndpoint(app, path, {
      async POST(request, reply) {
        const form = forms.read(request);
        const browser = await readBrowser(request, reply);
        if (!isSignedIn(browser)) return toLogin(reply, browser);
        forms.verify(form, purposeOf(browser), browser);
        const outcome = await act(request, form, browser);
        if ("done" in outcome) {
          const proof = csrf.tokenFor(donePurpose(browser, outcome.done), browser.token);
          return sendTo(reply, `/account?done=${outcome.done}&proof=${proof}`);
        }
        const { status, message } = outcome;
        if (message.kind === "password_throttled")
          reply.header("retry-after", String(message.retryAfterSeconds));
        return show(reply, browser, status, message);
      },
    });

  addAction("/account/sessions/end", async (request, form, { active: { user } }) => {
    // Only one of their own: the id of another's session is known to those who read ID tokens.
    const own = (await sessions.list(user)).find(({ id }) => id === form.get("session"));
    const ended = own && (await sessions.end(own.id));
    if (!ended) return { status: 404, message: { kind: "session_not_found" } };
    events.sessionEnded(request, user, ended, "ended_by_user");
    return { done: "session_ended" };
  });

  addAction("/account/sessions/end-others", async (request, _form, { active: { session, user } }) => {
    for (const ended of await sessions.endOthers(session))
      events.sessionEnded(request, user, ended, "ended_by_user");
    return { done: "other_sessions_ended" };
  });

  addAction("/account/consents/withdraw", async (request, form, { active: { user } }) => {
    const application = form.get("application");
    const scope = form.get("scope");
    if (application === undefined) throw new PageError("invalid_request", "application is missing");
    await consents.withdraw(user.id, application, clock.seconds(), scope);
    events.consentWithdrawn(request, user, application, scope);
    return { done: "consent_withdrawn" };
  });

  addAction("/account/password", async (request, form, { active, ip, requestId }) => {
    const current = form.get("current_password") ?? "";
    const next = form.get("new_password") ?? "";
    const missing = findMissing({ current, next });
    if (missing.length > 0) return { status: 400, message: { kind: "password_missing", fields: missing } };
    const outcome = await dependencies.changePassword({ active, current, next, ip, requestId });
    if (outcome.outcome === "changed") {
      events.passwordChanged(request, active.user);
      for (const ended of outcome.ended) events.sessionEnded(request, active.user, ended, "password_changed");
      return { done: "password_changed" };
    }
    if (outcome.outcome === "throttled") onLimited(outcome.limit);
    if (outcome.outcome === "wrong" || (outcome.outcome === "throttled" && outcome.isFirst))
      events.passwordChangeFailed(request, active.user, outcome.outcome);
    return describeRefusal(outcome);
  });
}

const DONE: readonly Done[] = [
  "session_ended",
  "other_sessions_ended",
  "consent_withdrawn",
  "password_changed",
];

const isSignedIn = (browser: Browser): browser is SignedIn => browser.active !== undefined;

const purposeOf = ({ active }: SignedIn): FormPurpose => `account:${active.session.id}`;

const findMissing = ({ current, next }: { readonly current: string; readonly next: string }) => [
  ...(current === "" ? (["current"] as const) : []),
  ...(next === "" ? (["next"] as const) : []),
];

function describeRefusal(outcome: Exclude<PasswordChangeOutcome, { outcome: "changed" }>): Outcome {
  switch (outcome.outcome) {
    case "throttled": {
      const { retryAfterSeconds } = outcome;
      return { status: 429, message: { kind: "password_throttled", retryAfterSeconds } };
    }
    case "wrong":
      return { status: 400, message: { kind: "password_wrong" } };
    case "too_short":
      return { status: 400, message: { kind: "password_too_short" } };
    case "unusable":
      return { status: 400, message: { kind: "password_unusable" } };
    case "published":
      return { status: 400, message: { kind: "password_published" } };
    case "same":
      return { status: 400, message: { kind: "password_same" } };
  }
}
