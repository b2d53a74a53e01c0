import type { Clients } from "../accounts/clients.ts";
import type { Client } from "../accounts/entities.ts";
import { describeClient } from "../accounts/subjects.ts";
import { readScopeItem } from "../core/scope.ts";
import type { Clock } from "../core/time.ts";
import { decideScopes, instanceKeyOf } from "../permissions/decide-scopes.ts";
import type { FactSource } from "../permissions/fact-source.ts";
import type { Subject, SubjectSource } from "../permissions/subjects.ts";
import { type VerifiedAccessToken, verifyAccessToken } from "../tokens/access-token.ts";
import type { KeyRing } from "../tokens/key-ring.ts";
import { callerOf } from "./decide-client-scopes.ts";
import type { RevocationStore } from "./stores.ts";

/** An access token of ours that is good at this moment, and what it is still worth. */
export interface LiveToken {
  readonly token: VerifiedAccessToken;
  readonly client: Client;
  /** Whose rights the token carries: a user's, or the client's own. */
  readonly subject: Subject;
  /** Those of its scopes that would be granted again now. */
  readonly scope: string;
}

/** `accept` is asked before anything is looked up; a token that it declines is as good as unknown. */
export type FindLiveToken = (
  text: string,
  accept: (token: VerifiedAccessToken) => boolean,
) => Promise<LiveToken | undefined>;

export function createFindLiveToken(dependencies: {
  readonly clients: Clients;
  readonly subjects: SubjectSource;
  readonly factSource: FactSource;
  readonly revocations: RevocationStore;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
}): FindLiveToken {
  const { clients, subjects, factSource, revocations, keyRing, clock, issuer } = dependencies;

  return async (text, accept) => {
    const token = await verifyAccessToken(keyRing, text, { issuer, now: clock.seconds() });
    if (!token || !accept(token) || (await revocations.isRevoked(token.jti))) return undefined;
    const client = await clients.find(token.client_id);
    if (!client) return undefined;
    const own = describeClient(client, clock);
    if (!own.enabled) return undefined;
    const subject = token.sub === client.id ? own : await subjects.find("user", token.sub);
    if (!subject?.enabled) return undefined;
    return { token, client, subject, scope: await scopeStillHeld(token, client, subject) };
  };

  /**
   * The same decision that issued the token, asked again: a right that was taken away since is gone from `scope` at
   * once. A condition on data that only the original request had (its address, say) was met then and is left standing.
   */
  async function scopeStillHeld(
    token: VerifiedAccessToken,
    client: Client,
    subject: Subject,
  ): Promise<string> {
    if (token.scope === "") return "";
    const items = token.scope.split(" ").map(readScopeItem);
    const instances = items.map(instanceKeyOf).filter((key) => key !== undefined);
    const facts = await factSource.gather({ subject, instances });
    const { refused } = decideScopes(facts, {
      items,
      context: { client: callerOf(client), request: { time: clock.seconds(), ...requestOf(token) } },
    });
    const lost = new Set(
      refused.filter(({ reason }) => reason !== "condition_missing_data").map(({ scope }) => scope),
    );
    if (lost.size === 0) return token.scope;
    return token.scope
      .split(" ")
      .filter((item) => !lost.has(item))
      .join(" ");
  }
}

/** What the token itself remembers of the request that it was issued to. */
function requestOf({ sub, client_id, acr, amr, auth_time }: VerifiedAccessToken) {
  if (sub === client_id) return { grant_type: "client_credentials" };
  return {
    ...(acr !== undefined && { acr }),
    ...(amr && { amr }),
    ...(auth_time !== undefined && { auth_time }),
  };
}
