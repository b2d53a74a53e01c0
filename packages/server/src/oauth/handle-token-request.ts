import type { ScopeDecision } from "@licet/engine/internal/decide-scopes.ts";
import type { Client } from "../accounts/entities.ts";
import type { Awaitable } from "../core/async/awaitable.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import type { AuthenticateClient } from "./authenticate-client.ts";
import type { Authorization, Grant } from "./grants/grant.ts";
import { OAuthError } from "./oauth-error.ts";
import type { TokenRequest } from "./token-request.ts";
import type { IssuedTokens, TokenResponse } from "./tokens/issue-tokens.ts";

/** The response, and what the audit log records of it. */
export interface HandledTokenRequest {
  readonly response: TokenResponse;
  readonly client: Client;
  readonly grantType: string;
  readonly subject: string;
  readonly tokenId: string;
  readonly decision: ScopeDecision;
}

export type HandleTokenRequest = (request: TokenRequest) => Promise<HandledTokenRequest>;

export function createHandleTokenRequest(dependencies: {
  readonly feed: ChangeFeed;
  readonly authenticateClient: AuthenticateClient;
  readonly grants: ReadonlyMap<string, Grant>;
  readonly issueTokens: (client: Client, authorization: Authorization) => Awaitable<IssuedTokens>;
}): HandleTokenRequest {
  const { feed, authenticateClient, grants, issueTokens } = dependencies;

  return async (request) => {
    const grant = grants.get(request.grantType);
    if (!grant) throw new OAuthError("unsupported_grant_type", "this grant type is not supported");
    await feed.confirm();
    const client = await authenticateClient(request.credentials);
    const authorization = await grant.authorize(request, client);
    const { response, tokenId } = await issueTokens(client, authorization);
    const { subject, decision } = authorization;
    return { response, client, grantType: request.grantType, subject, tokenId, decision };
  };
}
