import type { Model } from "@licet/engine/internal/model.ts";
import { OWN_RESOURCE } from "@licet/engine/internal/own-resource.ts";
import type { Client } from "../../accounts/entities.ts";
import { isPublicClient } from "../../accounts/public-application.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import type { VerifiedAccessToken } from "../../tokens/access-token.ts";
import type { AuthenticateClient } from "../authenticate-client.ts";
import type { FindRefreshToken, FoundRefreshToken } from "../find-refresh-token.ts";
import { OAuthError } from "../oauth-error.ts";
import type { TokenParameterRequest } from "../token-parameter.ts";
import type { LiveTokens } from "./live-token.ts";

/** RFC 7662 §2.2. An inactive token is nothing but inactive: why is not the caller's to know. */
export type Introspection =
  | { readonly active: false }
  | {
      readonly active: true;
      readonly iss: string;
      readonly sub: string;
      readonly aud: string | readonly string[];
      readonly client_id: string;
      readonly azp?: string;
      readonly scope: string;
      /** Absent for refresh tokens: they are presented only to the token endpoint. */
      readonly token_type?: "Bearer";
      readonly iat: number;
      readonly exp: number;
      readonly jti?: string;
    };

export type IntrospectToken = (request: TokenParameterRequest) => Promise<Introspection>;

const INACTIVE: Introspection = { active: false };

export function createIntrospectToken(dependencies: {
  readonly feed: ChangeFeed;
  readonly authenticateClient: AuthenticateClient;
  readonly liveTokens: LiveTokens;
  readonly findRefreshToken: FindRefreshToken;
  readonly factSource: FactSource;
  readonly issuer: string;
}): IntrospectToken {
  const { feed, authenticateClient, liveTokens, findRefreshToken, factSource, issuer } = dependencies;

  /** Only the application that holds a refresh token may introspect it. */
  function describeRefreshToken({ delegation, expiresAt }: FoundRefreshToken, caller: Client): Introspection {
    if (delegation.applicationId !== caller.application.id) return INACTIVE;
    return {
      active: true,
      iss: issuer,
      sub: delegation.userId,
      aud: issuer,
      client_id: delegation.applicationId,
      scope: delegation.agreed.join(" "),
      iat: delegation.createdAt,
      exp: expiresAt,
    };
  }

  return async (request) => {
    const confirming = feed.confirm();
    if (confirming) await confirming;
    const caller = await authenticateClient(request.credentials);
    // RFC 7662 §2.1: the endpoint must not be open to token scanning, so public clients are refused.
    if (isPublicClient(caller))
      throw new OAuthError("invalid_client", "introspection needs client authentication");
    const finding = findRefreshToken(request.token);
    const refreshToken = finding && (await finding);
    if (refreshToken) return describeRefreshToken(refreshToken, caller);
    const verified = liveTokens.verify(request.token);
    if (!verified || !mayIntrospect(caller, verified.claims, await factSource.model())) return INACTIVE;
    const live = await liveTokens.find(verified);
    return live ? describe(live.token, live.scope) : INACTIVE;
  };
}

/** RFC 7662 §4: only the server of a resource the token is for, or the application it was issued to. */
function mayIntrospect(caller: Client, token: VerifiedAccessToken, model: Model): boolean {
  const application = caller.application.id;
  if ((token.azp ?? token.client_id) === application) return true;
  const audience = typeof token.aud === "string" ? [token.aud] : token.aud;
  return caller.application.serves.some((name) => {
    // An application that was stored before this was refused.
    if (name === OWN_RESOURCE) return false;
    const resource = model.resources.get(name);
    return resource !== undefined && audience.includes(resource.identifier);
  });
}

function describe(token: VerifiedAccessToken, scope: string): Introspection {
  const { iss, sub, aud, client_id, azp, iat, exp, jti } = token;
  return {
    active: true,
    iss,
    sub,
    aud,
    client_id,
    ...(azp !== undefined && { azp }),
    scope,
    token_type: "Bearer",
    iat,
    exp,
    jti,
  };
}
