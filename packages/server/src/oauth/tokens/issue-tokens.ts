import { randomUUID } from "node:crypto";
import type { ScopeDecision } from "@licet/engine/internal/decide-scopes.ts";
import type { Resource } from "@licet/engine/internal/entities.ts";
import type { AccessTokenType } from "@licet/engine/internal/values/access-token-type.ts";
import type { SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import type { Clock, EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Client, User } from "../../accounts/entities.ts";
import { type Awaitable, whenReady } from "../../core/async/awaitable.ts";
import { signAccessToken } from "../../tokens/access-token.ts";
import { signIdToken } from "../../tokens/id-token.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import type { Delegation } from "../delegation.ts";
import type { Authorization } from "../grants/grant.ts";
import { generateTokenId } from "./token-id.ts";
import { claimsOfUser } from "./user-claims.ts";

/** RFC 6749 §5.1, OpenID Connect Core §3.1.3.3, and `scope_rejected`: which of the requested scopes were refused. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly scope: string;
  readonly scope_rejected: string;
  readonly id_token?: string;
  readonly refresh_token?: string;
}

export interface IssuedTokens {
  readonly response: TokenResponse;
  readonly tokenId: string;
}

/** Long enough for the client to verify it; it gives no access. */
export const ID_TOKEN_LIFETIME_SECONDS = 3_600;

/** Signs what was decided. Nothing is decided here, and for a client that acts for itself nothing is written. */
export function createIssueTokens(dependencies: {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
  readonly accessTokenLifetimeSeconds: number;
}): (client: Client, authorization: Authorization) => Awaitable<IssuedTokens> {
  const { keyRing, clock, issuer, accessTokenLifetimeSeconds } = dependencies;

  return (client, authorization) => {
    const { subject, decision, onBehalf } = authorization;
    const now = clock.seconds();
    const expiresAt = expiryOf(authorization, now);
    const tokenId = onBehalf ? generateTokenId(onBehalf.delegation.id) : randomUUID();
    const scope = decision.granted.map((item) => item.scope).join(" ");
    const signed = signAccessToken(keyRing, {
      issuer,
      subject,
      audience: audienceOf(decision.resources, issuer),
      clientId: client.id,
      ...authorizedParty(client),
      scope,
      issuedAt: issueTimeOf(client, now),
      expiresAt,
      tokenId,
      type: typeFor(decision.resources),
      algorithm: algorithmFor(decision.resources),
      ...(onBehalf && { user: signInOf(onBehalf) }),
    });
    const respond = (accessToken: string, idToken?: string): IssuedTokens => ({
      response: {
        access_token: accessToken,
        token_type: "Bearer",
        expires_in: expiresAt - now,
        scope,
        scope_rejected: decision.refused.map((item) => item.scope).join(" "),
        ...(idToken !== undefined && { id_token: idToken }),
        ...(onBehalf?.refreshToken !== undefined && { refresh_token: onBehalf.refreshToken }),
      },
      tokenId,
    });
    return whenReady(signed, (accessToken) => {
      if (!onBehalf) return respond(accessToken);
      const idToken = idTokenFor(client, decision, onBehalf, accessToken, now);
      return whenReady(idToken, (idToken) => respond(accessToken, idToken));
    });
  };

  /** A token never outlives an assignment it rests on, nor the session that it is bound to. */
  function expiryOf({ decision, onBehalf }: Authorization, now: EpochSeconds): EpochSeconds {
    return Math.min(
      now + accessTokenLifetimeSeconds,
      decision.expiresAt ?? Number.POSITIVE_INFINITY,
      onBehalf?.sessionExpiresAt ?? Number.POSITIVE_INFINITY,
    );
  }

  /** OpenID Connect Core §3.1.2.1: only when `openid` was requested. */
  function idTokenFor(
    client: Client,
    { granted }: ScopeDecision,
    { user, delegation, nonce }: OnBehalf,
    accessToken: string,
    now: EpochSeconds,
  ): Awaitable<string | undefined> {
    if (!granted.some(({ scope }) => scope === "openid")) return undefined;
    return signIdToken(keyRing, {
      issuer,
      subject: user.id,
      // The redeeming client verifies it, so the audience is the id that it presented.
      audience: client.id,
      ...authorizedParty(client),
      issuedAt: now,
      expiresAt: now + ID_TOKEN_LIFETIME_SECONDS,
      authentication: delegation.authentication,
      sessionId: delegation.sessionId,
      ...(nonce !== undefined && { nonce }),
      accessToken,
      claims: claimsOfIdToken(client, granted, user, delegation),
      algorithm: client.application.idTokenAlgorithm,
    });
  }
}

/**
 * Later than every token of a deleted client that had this id. Both may fall into one second, and the former tokens are
 * told by their time alone.
 */
const issueTimeOf = ({ recreatedAt = 0 }: Client, now: EpochSeconds): EpochSeconds =>
  Math.max(now, recreatedAt + 1);

type OnBehalf = NonNullable<Authorization["onBehalf"]>;

const signInOf = ({ delegation: { authentication } }: OnBehalf) => ({
  authTime: authentication.time,
  acr: authentication.acr,
  amr: authentication.amr,
});

const authorizedParty = ({ accessAccount, application }: Client) =>
  accessAccount ? { authorizedParty: application.id } : {};

/** A string when there is one (RFC 7519 §4.1.3); the issuer, for its own endpoints, when nothing was granted. */
function audienceOf(resources: readonly Resource[], issuer: string): string | readonly string[] {
  const [first, ...rest] = resources;
  if (!first) return issuer;
  return rest.length === 0 ? first.identifier : resources.map((resource) => resource.identifier);
}

/**
 * OpenID Connect Core §5.4, §5.5: what userinfo gives for the granted scopes, unless the application wants it minimal,
 * and what the `claims` parameter asks for.
 */
function claimsOfIdToken(
  { application }: Client,
  granted: ScopeDecision["granted"],
  user: User,
  { agreed, claims }: Delegation,
): Readonly<Record<string, unknown>> {
  const scopes = application.idTokenClaims === "profile" ? granted.map(({ scope }) => scope) : [];
  return { ...claimsOfUser(user, scopes), ...claimsOfUser(user, agreed, claims?.idToken ?? []) };
}

/** `JWT` only when every resource that will see the token asks for it. */
const typeFor = (resources: readonly Resource[]): AccessTokenType =>
  resources.length > 0 && resources.every(({ accessTokenType }) => accessTokenType === "JWT")
    ? "JWT"
    : "at+jwt";

/** The algorithm that the resources ask for; ES256 when they differ or there are none. */
function algorithmFor(resources: readonly Resource[]): SigningAlgorithm {
  const [first, ...rest] = resources;
  const agreed = rest.every((resource) => resource.signingAlgorithm === first?.signingAlgorithm);
  return first && agreed ? first.signingAlgorithm : "ES256";
}
