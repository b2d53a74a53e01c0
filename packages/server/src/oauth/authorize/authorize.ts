import type { GrantedScope, ScopeDecision } from "@licet/engine/internal/decide-scopes.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { Client } from "../../accounts/entities.ts";
import type { ActiveSession } from "../../accounts/session.ts";
import { inOrder } from "../../core/async/in-order.ts";
import { TooMuchWorkError } from "../../core/errors/errors.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { GatherSubjectFacts } from "../../permissions/subject-facts.ts";
import type { ConsentItem } from "../consent.ts";
import type { Interaction } from "../interaction.ts";
import { type Browser, INTERACTION_LIFETIME_SECONDS, type Interactions } from "../interactions.ts";
import { OAuthError } from "../oauth-error.ts";
import { decideUserScopes } from "../scopes/decide-user-scopes.ts";
import type { ConsentStore, PushedRequestStore } from "../stores.ts";
import { scopesOfClaims } from "../tokens/user-claims.ts";
import { AuthorizationError, UntrustedRequestError } from "./authorization-error.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { type AuthorizationResponse, codeResponse, errorResponse } from "./authorization-response.ts";
import type { ConsentQuestion } from "./consent-question.ts";
import { decideSignIn } from "./decide-sign-in.ts";
import type { IssueCode } from "./issue-code.ts";
import { createOffer, type OfferedItem } from "./offer.ts";
import type { QuestionSeals } from "./question-seals.ts";
import { findRegistration } from "./resolve-redirect.ts";
import { type AllowedPage, answersTo, coversQuestion } from "./shown-question.ts";

/** The next step in a browser: a page, or the redirect to the application. */
export type Step =
  | { readonly kind: "answer"; readonly response: AuthorizationResponse }
  | { readonly kind: "login" | "select_account"; readonly interactionId: string }
  | { readonly kind: "consent"; readonly interactionId: string; readonly question: ConsentQuestion }
  /** The interaction was answered meanwhile, in another tab. */
  | { readonly kind: "over" };

/** A request in a browser, on its way through sign-in and consent. */
export interface Pending extends Interaction {
  readonly purpose: Extract<Interaction["purpose"], { kind: "authorization" }>;
}

export interface Authorize {
  /** GET or POST /oidc/auth. Throws UntrustedRequestError when there is nowhere to send an answer. */
  begin(parameters: string, browser: Browser): Promise<Step>;
  /** The next step of a request, after an action of the user. */
  resume(pending: Pending, browser: Browser): Promise<Step>;
  /** The consent page was answered; undefined for "deny". The step "consent" means that the page has to be shown again. */
  answer(pending: Pending, browser: Browser, allowed: AllowedPage | undefined): Promise<Step>;
}

/** The next action, before anything was written. */
type Next =
  | { readonly kind: "login" | "select_account" }
  | Decided<"consent">
  /** Nothing is left to ask. */
  | Decided<"agreed">;

interface Decided<Kind = "consent" | "agreed"> {
  readonly kind: Kind;
  readonly question: ConsentQuestion;
  readonly decision: ScopeDecision;
}

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
  readonly seals: Pick<QuestionSeals, "open">;
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
    seals,
    clock,
    issuer,
  } = dependencies;

  async function findNext(
    request: AuthorizationRequest,
    browser: Browser,
    interaction: Interaction | undefined,
  ): Promise<Next> {
    const refuse = refusing(request);
    // Read first: what is read after it is not older, so a consent never covers an address that nobody saw.
    const { revision } = feed;
    const client = await clients.find(request.redirect.applicationId);
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
    const question = { application, request, address, active, offer, revision };
    return { kind: offer.asked.length === 0 ? "agreed" : "consent", question, decision };
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
    { question: { active }, decision }: Decided,
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

  /** A page, or the answer when nothing is left to ask. */
  async function proceed(pending: Pending, browser: Browser, next: Next): Promise<Step> {
    if (next.kind !== "agreed") return { ...next, interactionId: pending.id };
    const { request } = pending.purpose;
    const { active, offer } = next.question;
    if (!(await interactions.finish(pending, request, active.session.id))) return { kind: "over" };
    return { kind: "answer", response: await respondWithCode(request, browser, next, offer.settled) };
  }

  return {
    begin: (parameters, browser) =>
      withRefusals(async () => {
        const request = await parseRequest(parameters);
        const next = await findNext(request, browser, undefined);
        if (next.kind === "agreed") {
          const { settled } = next.question.offer;
          return { kind: "answer", response: await respondWithCode(request, browser, next, settled) };
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

    resume: (pending, browser) =>
      withRefusals(
        async () => proceed(pending, browser, await findNext(pending.purpose.request, browser, pending)),
        pending,
      ),

    answer: (pending, browser, allowed) =>
      withRefusals(async () => {
        const { request } = pending.purpose;
        const shown = allowed && openSeal(allowed, pending, browser);
        // Another node may have shown the page: this one must not decide on older data.
        await feed.confirm(shown?.revision);
        const next = await findNext(request, browser, pending);
        // First: the request may have become one that needs no consent, and the user said no to this one.
        if (!allowed) throw refusing(request)("access_denied", "the user did not agree");
        // Since the page was shown, something changed: the user sees where they stand now. When nothing is left to ask,
        // no page follows, and what the user unticked on this one stays out.
        if (
          !("question" in next) ||
          !shown ||
          (next.kind === "consent" && !coversQuestion(shown, next.question))
        )
          return proceed(pending, browser, next);
        const { question } = next;
        if (!(await interactions.finish(pending, request, question.active.session.id)))
          return { kind: "over" };
        const { agreed, said } = answersTo(question, shown, allowed.ticked);
        const [, response] = await inOrder([
          // The page's revision: an address that was registered since is one that the user did not know of.
          remember(question, said, shown.revision),
          respondWithCode(request, browser, next, agreed),
        ]);
        return { kind: "answer", response };
      }, pending),
  };

  /** Undefined for a page that was not shown to this user, in this session, for this request. */
  function openSeal({ seal }: AllowedPage, { id, purpose }: Pending, { active }: Browser) {
    if (seal === undefined || !active) return undefined;
    return seals.open(seal, { interactionId: id, request: purpose.request, active });
  }

  function remember(
    { active, application }: ConsentQuestion,
    said: readonly Pick<ConsentItem, "scope" | "agreed">[],
    revision: number,
  ): Promise<void> {
    const decidedAt = clock.seconds();
    const given = { revision, decidedAt, expiresAt: decidedAt + dependencies.consentSeconds };
    const items = said.map((answer) => ({ ...answer, ...given }));
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
