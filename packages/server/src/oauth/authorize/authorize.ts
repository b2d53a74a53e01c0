import type { GrantedScope, ScopeDecision } from "@licet/engine/decide-scopes.ts";
import type { Clock } from "@licet/engine/values/time.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { Application, Client } from "../../accounts/entities.ts";
import type { ActiveSession } from "../../accounts/session.ts";
import type { ChangeFeed } from "../../core/change-feed.ts";
import { TooMuchWorkError } from "../../core/errors.ts";
import { inOrder } from "../../core/in-order.ts";
import type { GatherSubjectFacts } from "../../permissions/subject-facts.ts";
import type { Interaction } from "../interaction.ts";
import { type Browser, INTERACTION_LIFETIME_SECONDS, type Interactions } from "../interactions.ts";
import { OAuthError } from "../oauth-error.ts";
import { decideUserScopes } from "../scopes/decide-user-scopes.ts";
import type { ConsentStore, PushedRequestStore } from "../stores.ts";
import { scopesOfClaims } from "../tokens/user-claims.ts";
import { AuthorizationError, UntrustedRequestError } from "./authorization-error.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { type AuthorizationResponse, codeResponse, errorResponse } from "./authorization-response.ts";
import { decideSignIn } from "./decide-sign-in.ts";
import type { IssueCode } from "./issue-code.ts";
import { agreedItems, createOffer, type Offer, type OfferedItem } from "./offer.ts";
import { findRegistration } from "./resolve-redirect.ts";

/** The next step in a browser: a page, or the redirect to the application. */
export type Step =
  | { readonly kind: "answer"; readonly response: AuthorizationResponse }
  | { readonly kind: "login" | "select_account"; readonly interactionId: string }
  | { readonly kind: "consent"; readonly interactionId: string; readonly question: ConsentQuestion }
  /** The interaction was answered meanwhile, in another tab. */
  | { readonly kind: "over" };

export interface ConsentQuestion {
  readonly application: Application;
  readonly request: AuthorizationRequest;
  readonly active: ActiveSession;
  readonly offer: Offer;
  /** Of the state that the question rests on. */
  readonly revision: number;
}

/** A request in a browser, on its way through sign-in and consent. */
export interface Pending extends Interaction {
  readonly purpose: Extract<Interaction["purpose"], { kind: "authorization" }>;
}

export interface Authorize {
  /** GET or POST /oidc/auth. Throws UntrustedRequestError when there is nowhere to send an answer. */
  begin(parameters: string, browser: Browser): Promise<Step>;
  /** The next step of a request, after an action of the user. */
  resume(pending: Pending, browser: Browser): Promise<Step>;
  /** The consent page was answered: `ticked` are the optional items left ticked, or undefined for "deny". */
  answer(pending: Pending, browser: Browser, ticked: ReadonlySet<string> | undefined): Promise<Step>;
}

/** The next action, before anything was written. */
type Next =
  | { readonly kind: "login" | "select_account" }
  | { readonly kind: "consent"; readonly question: ConsentQuestion; readonly decision: ScopeDecision }
  | {
      readonly kind: "agreed";
      readonly active: ActiveSession;
      readonly offer: Offer;
      readonly decision: ScopeDecision;
    };

/** The browser flow, as a state machine: every page asks anew where it stands, and no page believes the last one. */
export function createAuthorize(dependencies: {
  readonly feed: ChangeFeed;
  readonly parseRequest: (parameters: string) => Promise<AuthorizationRequest>;
  readonly clients: Clients;
  readonly gather: GatherSubjectFacts;
  readonly interactions: Interactions;
  readonly consents: ConsentStore;
  readonly pushedRequests: PushedRequestStore;
  readonly issueCode: IssueCode;
  readonly clock: Clock;
  readonly issuer: string;
  readonly consentSeconds: number;
  /** Admits a request to be stored for a user who is not signed in. Throws TooManyRequestsError. */
  readonly admitAnonymous: (browser: Browser) => void;
}): Authorize {
  const {
    feed,
    parseRequest,
    clients,
    gather,
    interactions,
    consents,
    pushedRequests,
    issueCode,
    clock,
    issuer,
  } = dependencies;

  async function findNext(
    request: AuthorizationRequest,
    browser: Browser,
    interaction: Interaction | undefined,
  ): Promise<Next> {
    const refuse = refusing(request);
    const client = await clients.find(request.redirect.applicationId);
    const { revision } = feed;
    const address = client && findRegistration(client, request.redirect.uri);
    // Removed while the user was at a page: nothing is sent there any more, not even an error.
    if (client && !address)
      throw new UntrustedRequestError("unregistered_redirect_uri", "redirect_uri is not registered any more");
    if (!client?.application.enabled || !address || isOfFormerClient(interaction, client))
      throw refuse("unauthorized_client", "the application was disabled or deleted");
    const signIn = decideSignIn(request, browser.active, interaction, clock.seconds());
    if (signIn.step === "refuse") throw refuse(signIn.code, signIn.description);
    if (signIn.step !== "signed_in") return { kind: signIn.step };
    const { active } = signIn;
    const decision = await decideGrantable(request, client, active, browser.ip);
    const grantable = [...decision.granted, ...claimScopes(request, decision.granted)];
    const { application } = client;
    const remembered = application.firstParty ? [] : await consents.find(active.user.id, application.id);
    const offer = createOffer(application, { request, address }, grantable, remembered, clock.seconds());
    if (offer.asked.length === 0) return { kind: "agreed", active, offer, decision };
    return { kind: "consent", question: { application, request, active, offer, revision }, decision };
  }

  /** The items that the user could grant by agreeing to everything. */
  function decideGrantable(
    request: AuthorizationRequest,
    client: Client,
    { user, session }: ActiveSession,
    ip: string,
  ): Promise<ScopeDecision> {
    const { scope, resources } = request;
    const { authentication } = session;
    const grantType = "authorization_code";
    return decideUserScopes(gather, clock, {
      client,
      userId: user.id,
      scope,
      resources,
      resourcesAreAuthorized: true,
      forSeveralTokens: true,
      agreed: () => true,
      grantType,
      authentication,
      ip,
    }).catch((error) => {
      if (error instanceof OAuthError && error.code === "invalid_target")
        throw refusing(request)("invalid_target", error.message);
      if (error instanceof TooMuchWorkError) throw refusing(request)("invalid_scope", error.message);
      throw error;
    });
  }

  /** The last step. One-time values are spent before a code exists. */
  async function respondWithCode(
    request: AuthorizationRequest,
    browser: Browser,
    { active, decision }: { readonly active: ActiveSession; readonly decision: ScopeDecision },
    agreed: readonly OfferedItem[],
  ): Promise<AuthorizationResponse> {
    await spendPushed(request);
    const { code, delegation } = await issueCode(request, { active, agreed, ip: browser.ip });
    return codeResponse(issuer, request.redirect, code, { delegation, decision });
  }

  /** RFC 9126 §2.2 bounds when a request may begin. The user may take as long to sign in as for any other request. */
  async function keepPushed({ pushedId }: AuthorizationRequest): Promise<void> {
    if (pushedId !== undefined)
      await pushedRequests.keep(pushedId, clock.seconds() + INTERACTION_LIFETIME_SECONDS);
  }

  /** RFC 9126 §7.3: a pushed request gives one code. A refusal does not spend it. */
  async function spendPushed({ pushedId, redirect }: AuthorizationRequest): Promise<void> {
    if (pushedId === undefined || (await pushedRequests.spend(pushedId, clock.seconds()))) return;
    throw new AuthorizationError("invalid_request", "the pushed request was used before", redirect);
  }

  /** Turns a refusal into a step: the redirect with the error. */
  async function withRefusals(work: () => Promise<Step>, pending?: Pending): Promise<Step> {
    try {
      await feed.confirm();
      return await work();
    } catch (error) {
      if (!(error instanceof AuthorizationError)) throw error;
      if (pending && !(await interactions.consume(pending))) return { kind: "over" };
      return { kind: "answer", response: errorResponse(issuer, error) };
    }
  }

  async function resume(pending: Pending, browser: Browser): Promise<Step> {
    const { request } = pending.purpose;
    const next = await findNext(request, browser, pending);
    if (next.kind !== "agreed") return { ...next, interactionId: pending.id };
    if (!(await interactions.finish(pending, request, next.active.session.id))) return { kind: "over" };
    const agreed = agreedItems(next.offer, new Set());
    return { kind: "answer", response: await respondWithCode(request, browser, next, agreed) };
  }

  return {
    begin: (parameters, browser) =>
      withRefusals(async () => {
        const request = await parseRequest(parameters);
        const next = await findNext(request, browser, undefined);
        if (next.kind === "agreed") {
          const agreed = agreedItems(next.offer, new Set());
          return { kind: "answer", response: await respondWithCode(request, browser, next, agreed) };
        }
        if (request.prompts.includes("none")) {
          const [code, description] = PROMPT_NONE_ERRORS[next.kind];
          throw refusing(request)(code, description);
        }
        if (next.kind === "login") dependencies.admitAnonymous(browser);
        const interactionId = await interactions.begin({ kind: "authorization", request }, browser);
        await keepPushed(request);
        return { ...next, interactionId };
      }),

    resume: (pending, browser) => withRefusals(() => resume(pending, browser), pending),

    answer: (pending, browser, ticked) =>
      withRefusals(async () => {
        const { request } = pending.purpose;
        const next = await findNext(request, browser, pending);
        // First: the request may have become one that needs no consent, and the user said no to this one.
        if (ticked === undefined) throw refusing(request)("access_denied", "the user did not agree");
        // Since the page was shown, something changed: the user sees where they stand now.
        if (next.kind !== "consent") return resume(pending, browser);
        const { question, decision } = next;
        const { active, offer } = question;
        if (!(await interactions.finish(pending, request, active.session.id))) return { kind: "over" };
        const agreed = agreedItems(offer, ticked);
        const [, response] = await inOrder([
          remember(question, new Set(agreed.map(({ scope }) => scope))),
          respondWithCode(request, browser, { active, decision }, agreed),
        ]);
        return { kind: "answer", response };
      }, pending),
  };

  function remember(
    { active, application, offer, revision }: ConsentQuestion,
    agreed: ReadonlySet<string>,
  ): Promise<void> {
    const decidedAt = clock.seconds();
    const said = { revision, decidedAt, expiresAt: decidedAt + dependencies.consentSeconds };
    const items = offer.asked.map(({ scope }) => ({ scope, agreed: agreed.has(scope), ...said }));
    return consents.remember(active.user.id, application.id, items);
  }
}

/** Begun for an application that was deleted, whose id another one has now: its addresses need not be the same. */
const isOfFormerClient = (interaction: Interaction | undefined, { recreatedAt }: Client): boolean =>
  interaction !== undefined && recreatedAt !== undefined && interaction.createdAt < recreatedAt;

/**
 * The scope items of the claims that the `claims` parameter requests: single claims need the same consent as the whole
 * scope.
 */
function claimScopes(
  { claims }: AuthorizationRequest,
  granted: readonly GrantedScope[],
): readonly GrantedScope[] {
  if (!claims) return [];
  const scopes = scopesOfClaims([...claims.userinfo, ...claims.idToken]);
  return scopes.filter((scope) => granted.every((item) => item.scope !== scope)).map((scope) => ({ scope }));
}

const refusing =
  ({ redirect }: AuthorizationRequest) =>
  (code: AuthorizationError["code"], description: string): AuthorizationError =>
    new AuthorizationError(code, description, redirect);

/** OpenID Connect Core §3.1.2.6: the error for prompt=none instead of a page. */
const PROMPT_NONE_ERRORS = {
  login: ["login_required", "the user is not signed in, or has to sign in again"],
  select_account: ["account_selection_required", "the user has to choose an account"],
  consent: ["consent_required", "the user has to agree first"],
} as const;
