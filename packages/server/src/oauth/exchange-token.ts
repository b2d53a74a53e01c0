import { randomUUID } from "node:crypto";
import type { Client } from "../accounts/entities.ts";
import type { SigningAlgorithm } from "../core/algorithms.ts";
import type { ChangeFeed } from "../core/change-feed.ts";
import type { Clock, EpochSeconds } from "../core/time.ts";
import type { ScopeDecision } from "../permissions/decide-scopes.ts";
import type { Resource } from "../permissions/entities.ts";
import { signAccessToken } from "../tokens/access-token.ts";
import type { KeyRing } from "../tokens/key-ring.ts";
import type { AuthenticateClient } from "./authenticate-client.ts";
import type { Authorization, Grant } from "./grants/grant.ts";
import { OAuthError } from "./oauth-error.ts";
import type { TokenRequest } from "./token-request.ts";

/** RFC 6749 §5.1, and `scope_rejected`: which of the requested scopes were refused. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly scope: string;
  readonly scope_rejected: string;
}

/** The answer, and what the audit trail wants to know of it. */
export interface IssuedToken {
  readonly response: TokenResponse;
  readonly client: Client;
  readonly grantType: string;
  readonly subject: string;
  readonly tokenId: string;
  readonly decision: ScopeDecision;
}

export type ExchangeToken = (request: TokenRequest) => Promise<IssuedToken>;

export function createExchangeToken(dependencies: {
  readonly feed: ChangeFeed;
  readonly authenticateClient: AuthenticateClient;
  readonly grants: ReadonlyMap<string, Grant>;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
  readonly accessTokenLifetimeSeconds: number;
}): ExchangeToken {
  const { feed, authenticateClient, grants, keyRing, clock, issuer, accessTokenLifetimeSeconds } =
    dependencies;

  return async (request) => {
    const grant = grants.get(request.grantType);
    if (!grant) throw new OAuthError("unsupported_grant_type", "this grant type is not supported");
    await feed.confirm();
    const client = await authenticateClient(request.credentials);
    const { subject, decision } = await grant.authorize(request, client);
    return issue(request.grantType, client, { subject, decision });
  };

  async function issue(
    grantType: string,
    client: Client,
    { subject, decision }: Authorization,
  ): Promise<IssuedToken> {
    const now = clock.seconds();
    const expiresAt = expiryOf(decision, now);
    const tokenId = randomUUID();
    const scope = decision.granted.map((item) => item.scope).join(" ");
    const accessToken = await signAccessToken(keyRing, {
      issuer,
      subject,
      audience: audienceOf(decision.resources, issuer),
      clientId: client.id,
      ...(client.accessAccount && { authorizedParty: client.application.id }),
      scope,
      issuedAt: now,
      expiresAt,
      tokenId,
      algorithm: algorithmFor(decision.resources),
    });
    const response: TokenResponse = {
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: expiresAt - now,
      scope,
      scope_rejected: decision.refused.map((item) => item.scope).join(" "),
    };
    return { response, client, grantType, subject, tokenId, decision };
  }

  /** A token never outlives an assignment it rests on. */
  function expiryOf(decision: ScopeDecision, now: EpochSeconds): EpochSeconds {
    return Math.min(now + accessTokenLifetimeSeconds, decision.expiresAt ?? Number.POSITIVE_INFINITY);
  }
}

/** A string when there is one (RFC 7519 §4.1.3); the issuer, for its own endpoints, when nothing was granted. */
function audienceOf(resources: readonly Resource[], issuer: string): string | readonly string[] {
  const [first, ...rest] = resources;
  if (!first) return issuer;
  return rest.length === 0 ? first.identifier : resources.map((resource) => resource.identifier);
}

/** What the resources ask for; ES256 when they differ or there are none. */
function algorithmFor(resources: readonly Resource[]): SigningAlgorithm {
  const [first, ...rest] = resources;
  const agreed = rest.every((resource) => resource.signingAlgorithm === first?.signingAlgorithm);
  return first && agreed ? first.signingAlgorithm : "ES256";
}
