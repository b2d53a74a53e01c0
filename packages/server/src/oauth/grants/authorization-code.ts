import { hash, timingSafeEqual } from "node:crypto";
import { type Clock, type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Client } from "../../accounts/entities.ts";
import { isPublicClient } from "../../accounts/public-application.ts";
import { hashToken } from "../../accounts/random-token.ts";
import type { Sessions } from "../../accounts/sessions.ts";
import type { Users } from "../../accounts/users.ts";
import type { GatherSubjectFacts } from "../../permissions/subject-facts.ts";
import type { Delegation, DelegationState } from "../delegation.ts";
import { isDelegationOver } from "../delegation-end.ts";
import { findDelegatingUser, mayDelegate } from "../find-delegating-user.ts";
import type { Form } from "../form.ts";
import type { CodeStore } from "../issued-code-cache.ts";
import { GuessError, OAuthError } from "../oauth-error.ts";
import type { RefreshTokens } from "../refresh-token.ts";
import { ReplayError } from "../replay-error.ts";
import { decideUserScopes } from "../scopes/decide-user-scopes.ts";
import type { NewChain, Redemption } from "../stores.ts";
import { createGrant, type Grant } from "./grant.ts";
import { narrowResources } from "./narrow-resources.ts";

export interface Lifetimes {
  readonly accessTokenSeconds: number;
  readonly refreshIdleSeconds: number;
  readonly refreshSeconds: number;
}

/** RFC 7636 §4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/** RFC 6749 §4.1.3: a code for tokens, once. */
export function createAuthorizationCodeGrant(dependencies: {
  readonly delegations: CodeStore;
  readonly users: Users;
  readonly sessions: Pick<Sessions, "endOf">;
  readonly gather: GatherSubjectFacts;
  readonly refreshTokens: RefreshTokens;
  readonly lifetimes: Lifetimes;
  readonly clock: Clock;
}): Grant {
  const { delegations, users, sessions, gather, refreshTokens, lifetimes, clock } = dependencies;

  /** The delegation as this node issued it, at the first presentation; otherwise as the database has it. */
  async function findCode(codeHash: string, client: Client): Promise<Delegation> {
    const delegation = delegations.takeIssued(codeHash);
    return requireUsable(delegation ? { delegation } : await delegations.findByCode(codeHash), client);
  }

  async function requireUsable(
    found: Omit<DelegationState, "session"> | undefined,
    client: Client,
  ): Promise<Delegation> {
    // The application, or any of its access accounts: both are the same party.
    if (!found) throw isPublicClient(client) ? new GuessError("invalid_grant", INVALID_CODE) : invalidCode();
    if (found.delegation.applicationId !== client.application.id) throw invalidCode();
    await refuseUsed(found, client);
    if (isExpired(found.delegation.codeExpiresAt, clock.seconds())) throw invalidCode();
    return found.delegation;
  }

  /** RFC 6749 §4.1.2: the second use of a code revokes the tokens issued from it. */
  async function refuseUsed(
    { delegation, redeemedAt, endedAt }: Omit<DelegationState, "session">,
    client: Client,
  ): Promise<void> {
    if (redeemedAt === undefined && endedAt === undefined) return;
    if (endedAt === undefined) await delegations.end(delegation.id, clock.seconds());
    // A code that ended before its use is void; this is not a replay.
    throw redeemedAt === undefined ? invalidCode() : usedCode(delegation, client);
  }

  /** RFC 7636 §4.6. A wrong verifier spends the code: its presenter did not request it. */
  async function verifyChallenge(
    { id, codeChallenge }: Delegation,
    verifier: string | undefined,
  ): Promise<void> {
    // RFC 9700 §4.8.2: a verifier without a challenge is what is left of a downgraded request.
    const matches = codeChallenge === undefined ? verifier === undefined : isAnswer(verifier, codeChallenge);
    if (matches) return;
    await delegations.end(id, clock.seconds());
    throw new OAuthError(
      "invalid_grant",
      "code_verifier does not answer the code_challenge; the code is void",
    );
  }

  /**
   * A code that was spent meanwhile, whose session is over, or whose user was disabled or has another password by now,
   * gives no tokens: what was announced about the user before does not name this delegation.
   */
  async function redeem(
    delegation: Delegation,
    client: Client,
    codeHash: string,
    refreshToken: string | undefined,
  ): Promise<Redemption> {
    const chain = refreshToken === undefined ? undefined : newChain(refreshToken);
    const now = clock.seconds();
    const redeemed = await delegations.redeem(codeHash, {
      now,
      refresh: chain,
      tokensUntil: lastExpiry(now, lifetimes),
    });
    const isOver = !redeemed || isDelegationOver(sessions, { delegation, ...redeemed }, clock.seconds());
    if (!isOver && mayDelegate(redeemed.user, delegation)) return redeemed;
    const wasUsed = !redeemed && (await delegations.findByCode(codeHash))?.redeemedAt !== undefined;
    await delegations.end(delegation.id, clock.seconds());
    throw wasUsed ? usedCode(delegation, client) : invalidCode();
  }

  return createGrant<CodeRequest>({
    type: "authorization_code",
    parse: parseCodeRequest,
    async authorize({ code, redirectUri, verifier, resources }, client) {
      const codeHash = hashToken(code);
      const delegation = await findCode(codeHash, client);
      if (redirectUri !== delegation.redirectUri) {
        // From the database: a code that this node issued may have been used at another one.
        await requireUsable(await delegations.findByCode(codeHash), client);
        throw new OAuthError("invalid_grant", "redirect_uri is not the one that the code was sent to");
      }
      await verifyChallenge(delegation, verifier);
      const user = await findDelegatingUser(users, delegation);
      if (!user) throw invalidCode();
      const { scope, authentication, ip } = delegation;
      const agreed = new Set(delegation.agreed);
      const decision = await decideUserScopes(gather, clock, {
        client,
        userId: user.id,
        scope,
        ...narrowResources(delegation, resources),
        agreed: (item) => agreed.has(item),
        grantType: "authorization_code",
        authentication,
        ip,
      });

      const offline = decision.granted.some((item) => item.scope === "offline_access");
      const refreshToken = offline ? refreshTokens.generate(delegation.id) : undefined;
      // Last, because it spends the code: a request that fails above must not.
      const { session } = await redeem(delegation, client, codeHash, refreshToken);
      const { nonce } = delegation;
      const onBehalf = {
        user,
        delegation,
        ...(nonce !== undefined && { nonce }),
        ...(refreshToken !== undefined && { refreshToken }),
        ...(session && { sessionExpiresAt: session.expiresAt }),
      };
      return { subject: user.id, decision, onBehalf };
    },
  });

  function newChain(refreshToken: string): NewChain {
    const now = clock.seconds();
    return {
      currentHash: hashToken(refreshToken),
      idleExpiresAt: now + lifetimes.refreshIdleSeconds,
      absoluteExpiresAt: now + lifetimes.refreshSeconds,
    };
  }
}

/** The token is signed a little later, and a client whose answer got lost gets another one within seconds. */
const SIGNED_WITHIN_SECONDS = 30;

/** No access token that is issued for this request is valid for longer. */
export const lastExpiry = (now: EpochSeconds, { accessTokenSeconds }: Lifetimes): EpochSeconds =>
  now + accessTokenSeconds + SIGNED_WITHIN_SECONDS;

/** RFC 6749 §4.1.3, RFC 7636 §4.5, RFC 8707 §2.2. */
interface CodeRequest {
  readonly code: string;
  readonly redirectUri: string | undefined;
  readonly verifier: string | undefined;
  readonly resources: readonly string[];
}

function parseCodeRequest(form: Form): CodeRequest {
  const code = form.get("code");
  if (code === undefined) throw new OAuthError("invalid_request", "code is missing");
  return {
    code,
    redirectUri: form.get("redirect_uri"),
    verifier: form.get("code_verifier"),
    resources: form.repeatable,
  };
}

const INVALID_CODE = "the code is unknown, expired, used, or not this client's";
const invalidCode = (): OAuthError => new OAuthError("invalid_grant", INVALID_CODE);
const usedCode = (delegation: Delegation, client: Client): OAuthError =>
  new ReplayError("code", INVALID_CODE, { delegation, client });

function isAnswer(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined || !VERIFIER.test(verifier)) return false;
  return timingSafeEqual(Buffer.from(hash("sha256", verifier, "base64url")), Buffer.from(challenge));
}
