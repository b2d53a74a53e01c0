import type { Clients } from "../accounts/clients.ts";
import type { Client } from "../accounts/entities.ts";
import { describeClient } from "../accounts/subjects.ts";
import type { ChangeFeed } from "../core/change-feed.ts";
import { readScopeItem } from "../core/scope.ts";
import type { Clock } from "../core/time.ts";
import { decideScopes, instanceKeyOf } from "../permissions/decide-scopes.ts";
import type { FactSource } from "../permissions/fact-source.ts";
import type { Model } from "../permissions/model.ts";
import type { Subject } from "../permissions/subjects.ts";
import { type VerifiedAccessToken, verifyAccessToken } from "../tokens/access-token.ts";
import type { KeyRing } from "../tokens/key-ring.ts";
import { type AuthenticateClient, isPublic } from "./authenticate-client.ts";
import { callerOf } from "./decide-client-scopes.ts";
import { OAuthError } from "./oauth-error.ts";
import type { RevocationStore } from "./stores.ts";
import type { TokenParameterRequest } from "./token-parameter.ts";

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
      readonly token_type: "Bearer";
      readonly iat: number;
      readonly exp: number;
      readonly jti: string;
    };

export type IntrospectToken = (request: TokenParameterRequest) => Promise<Introspection>;

const INACTIVE: Introspection = { active: false };

export function createIntrospectToken(dependencies: {
  readonly feed: ChangeFeed;
  readonly authenticateClient: AuthenticateClient;
  readonly clients: Clients;
  readonly factSource: FactSource;
  readonly revocations: RevocationStore;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
}): IntrospectToken {
  const { feed, authenticateClient, clients, factSource, revocations, keyRing, clock, issuer } = dependencies;

  return async (request) => {
    await feed.confirm();
    const caller = await authenticateClient(request.credentials);
    // RFC 7662 §2.1: the endpoint must not be open to token scanning, so nameless callers have no place here.
    if (isPublic(caller)) throw new OAuthError("invalid_client", "introspection needs client authentication");
    const token = await verifyAccessToken(keyRing, request.token, { issuer, now: clock.seconds() });
    if (!token || !mayKnow(caller, token, await factSource.model())) return INACTIVE;
    if (await revocations.isRevoked(token.jti)) return INACTIVE;
    const holder = await clients.find(token.client_id);
    if (!holder) return INACTIVE;
    const subject = describeClient(holder, clock);
    if (!subject.enabled) return INACTIVE;
    return describe(token, await scopeStillHeld(token, holder, subject));
  };

  /**
   * The same decision that issued the token, asked again: a right that was taken away since is gone from `scope` at
   * once. A condition on data that only the original request had (its address, say) was met then and is left standing.
   */
  async function scopeStillHeld(
    token: VerifiedAccessToken,
    holder: Client,
    subject: Subject,
  ): Promise<string> {
    if (token.scope === "") return "";
    const items = token.scope.split(" ").map(readScopeItem);
    const instances = items.map(instanceKeyOf).filter((key) => key !== undefined);
    const facts = await factSource.gather({ subject, instances });
    const { refused } = decideScopes(facts, {
      items,
      context: {
        client: callerOf(holder),
        request: { time: clock.seconds(), grant_type: "client_credentials" },
      },
    });
    const lost = new Set(
      refused.filter((item) => item.reason !== "condition_missing_data").map((item) => item.scope),
    );
    return lost.size === 0
      ? token.scope
      : items
          .map((item) => item.text)
          .filter((text) => !lost.has(text))
          .join(" ");
  }
}

/** RFC 7662 §4: only the server of a resource the token is for, or the application it was issued to. */
function mayKnow(caller: Client, token: VerifiedAccessToken, model: Model): boolean {
  const application = caller.application.id;
  if ((token.azp ?? token.client_id) === application) return true;
  const audience = typeof token.aud === "string" ? [token.aud] : token.aud;
  return caller.application.serves.some((name) => {
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
