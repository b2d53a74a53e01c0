import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Client } from "../../accounts/entities.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { verifyAccessToken } from "../../tokens/access-token.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import type { AuthenticateClient } from "../authenticate-client.ts";
import { OAuthError } from "../oauth-error.ts";
import type { RefreshTokens } from "../refresh-token.ts";
import type { DelegationStore, RevocationStore } from "../stores.ts";
import type { TokenParameterRequest } from "../token-parameter.ts";

/** The revoking client and the token; `tokenId` is absent when there was nothing left to revoke. */
export interface Revocation {
  readonly client: Client;
  readonly tokenId?: string;
}

export type RevokeToken = (request: TokenParameterRequest) => Promise<Revocation>;

const KNOWN_HINTS = new Set(["access_token", "refresh_token"]);

export function createRevokeToken(dependencies: {
  readonly feed: ChangeFeed;
  readonly authenticateClient: AuthenticateClient;
  readonly revocations: RevocationStore;
  readonly delegations: DelegationStore;
  readonly refreshTokens: RefreshTokens;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
  /** The audience of our own API. */
  readonly ownAudience: string;
}): RevokeToken {
  const { feed, authenticateClient, revocations, delegations, refreshTokens, keyRing, clock } = dependencies;
  const { issuer, ownAudience } = dependencies;

  /** RFC 7009 §2.1: with a refresh token goes everything that rests on the same grant. */
  async function revokeDelegation(delegationId: string, client: Client): Promise<Revocation> {
    const found = await delegations.find(delegationId);
    if (!found || found.endedAt !== undefined) return { client };
    requireOwn(found.delegation.applicationId, client);
    await delegations.end(delegationId, clock.seconds());
    return { client, tokenId: delegationId };
  }

  return async ({ token, hint, credentials }) => {
    await feed.confirm();
    const client = await authenticateClient(credentials);
    if (hint !== undefined && !KNOWN_HINTS.has(hint)) {
      throw new OAuthError("unsupported_token_type", "tokens of this type cannot be revoked");
    }
    // Found by what it is: RFC 7009 §2.1 has the hint only make the search shorter.
    const refreshToken = refreshTokens.verify(token);
    if (refreshToken) return revokeDelegation(refreshToken.delegationId, client);
    const verified = verifyAccessToken(keyRing, token, { issuer, now: clock.seconds() });
    // RFC 7009 §2.2: a token that is not valid needs no revoking, and saying so would help only a guesser.
    if (!verified) return { client };
    requireOwn(verified.azp ?? verified.client_id, client);
    const audience = [verified.aud].flat();
    const isNew = await revocations.revoke({
      id: verified.jti,
      audience,
      expiresAt: verified.exp,
      isRemembered: audience.includes(ownAudience),
    });
    return { client, ...(isNew && { tokenId: verified.jti }) };
  };
}

/** RFC 7009 §2.1: a token of another client is refused and stays alive. */
function requireOwn(applicationId: string, { application }: Client): void {
  if (applicationId !== application.id)
    throw new OAuthError("invalid_grant", "the token was not issued to this client");
}
