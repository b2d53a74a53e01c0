import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { LiveTokens } from "./live-token.ts";
import { claimsOfUser } from "./user-claims.ts";
import { BearerError, NOT_VALID } from "./verify-bearer.ts";

/** OpenID Connect Core §5.3.2. */
export type Userinfo = (accessToken: string | undefined) => Promise<UserinfoAnswer>;

export interface UserinfoAnswer {
  readonly claims: Readonly<Record<string, unknown>>;
  /** The client of the token. */
  readonly clientId: string;
}

/** The claims that the application may see of the user: those of the consent, with present values. */
export function createUserinfo(dependencies: {
  readonly feed: ChangeFeed;
  readonly liveTokens: LiveTokens;
}): Userinfo {
  const { feed, liveTokens } = dependencies;
  return async (accessToken) => {
    if (accessToken === undefined)
      throw new BearerError(undefined, "present an access token: Authorization: Bearer …");
    await feed.confirm();
    // Any audience is accepted: with `openid` the token is for the provider's own endpoint, too.
    const verified = liveTokens.verify(accessToken);
    const live = verified && (await liveTokens.find(verified));
    if (!live) throw new BearerError("invalid_token", NOT_VALID);
    const scopes = live.scope.split(" ");
    const { user } = live;
    if (!user || !scopes.includes("openid"))
      throw new BearerError("insufficient_scope", "the access token does not carry openid", "openid");
    const asked = live.delegation?.claims?.userinfo ?? [];
    return {
      clientId: live.client.id,
      claims: {
        sub: user.id,
        ...claimsOfUser(user, scopes),
        ...claimsOfUser(user, live.delegation?.agreed ?? [], asked),
      },
    };
  };
}
