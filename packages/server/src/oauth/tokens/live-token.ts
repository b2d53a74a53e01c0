import type { Clients } from "../../accounts/clients.ts";
import type { Client } from "../../accounts/entities.ts";
import type { Sessions } from "../../accounts/sessions.ts";
import { describeClient } from "../../accounts/subjects.ts";
import type { Users } from "../../accounts/users.ts";
import type { Clock } from "../../core/time.ts";
import { callerOf } from "../../permissions/caller.ts";
import { decideScopes } from "../../permissions/decide-scopes.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import type { Subject, SubjectSource } from "../../permissions/subjects.ts";
import type { VerifiedAccessToken } from "../../tokens/access-token.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import type { Delegation } from "../delegation.ts";
import { isOver } from "../delegation-end.ts";
import { findDelegatingUser } from "../find-delegating-user.ts";
import { blockedByClient } from "../scopes/delegated-scopes.ts";
import type { DelegationStore, RevocationStore } from "../stores.ts";
import { findDelegationId } from "./token-id.ts";
import { createVerifyToken, type VerifiedToken } from "./verified-tokens.ts";

/** An access token of ours that is good at this moment, and what it is still worth. */
export interface LiveToken {
  readonly token: VerifiedAccessToken;
  readonly client: Client;
  /** The subject whose permissions the token carries: a user, or the client itself. */
  readonly subject: Subject;
  /** The scopes of the token that would be granted again now. */
  readonly scope: string;
  /** The delegation of the user, when the subject is one. */
  readonly delegation?: Delegation;
}

/** `accept` is asked before anything is looked up; a token that it declines counts as unknown. */
export type FindLiveToken = (
  text: string,
  accept: (token: VerifiedAccessToken) => boolean,
) => Promise<LiveToken | undefined>;

export function createFindLiveToken(dependencies: {
  readonly clients: Clients;
  readonly subjects: SubjectSource;
  readonly factSource: FactSource;
  readonly users: Users;
  readonly sessions: Pick<Sessions, "endOf">;
  readonly revocations: RevocationStore;
  readonly delegations: DelegationStore;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
}): FindLiveToken {
  const { clients, subjects, factSource, users, sessions, revocations, delegations, keyRing, clock, issuer } =
    dependencies;
  const verifyToken = createVerifyToken(keyRing, issuer);

  return async (text, accept) => {
    const verified = await verifyToken(text, clock.seconds());
    if (!verified) return undefined;
    const token = verified.claims;
    // Never remembered: a token revoked at another node is refused here with the next request.
    if (!accept(token) || (await revocations.isRevoked(token.jti))) return undefined;
    const client = await clients.find(token.client_id);
    if (!client || isOfFormerClient(token, client)) return undefined;
    const own = describeClient(client, clock);
    if (!own.enabled) return undefined;
    const delegationId = findDelegationId(token.jti);
    if (delegationId === undefined) {
      if (token.sub !== client.id) return undefined;
      return { token, client, subject: own, scope: await scopeStillHeld(verified, client, own) };
    }
    const delegation = await findDelegation(delegationId);
    const subject = delegation && (await subjects.find("user", delegation.userId));
    if (!subject?.enabled || delegation?.userId !== token.sub) return undefined;
    return { token, client, subject, delegation, scope: await scopeStillHeld(verified, client, subject) };
  };

  /** Never remembered either: a replay, a withdrawal, a new password or the end of its session ends every token on it. */
  async function findDelegation(id: string): Promise<Delegation | undefined> {
    const found = await delegations.find(id);
    if (!found || isOver(sessions, found, clock.seconds())) return undefined;
    return (await findDelegatingUser(users, found.delegation)) && found.delegation;
  }

  /**
   * The same decision that issued the token, asked again: a permission that was removed since is not in `scope`
   * at once. A condition on data that only the original request had (its address, say) was met then and is left
   * standing.
   */
  async function scopeStillHeld(
    { claims, items, instances }: VerifiedToken,
    client: Client,
    subject: Subject,
  ): Promise<string> {
    if (items.length === 0) return "";
    const facts = await factSource.gather({ subject, instances });
    const { refused } = decideScopes(facts, {
      items,
      // The token carries the consent of the user; whether the application may still ask is decided again.
      ...(claims.sub !== client.id && {
        delegation: { blockedBy: blockedByClient(client), agreed: () => true },
      }),
      context: { client: callerOf(client), request: { time: clock.seconds(), ...requestOf(claims) } },
    });
    const lost = new Set(
      refused.filter(({ reason }) => reason !== "condition_missing_data").map(({ scope }) => scope),
    );
    if (lost.size === 0) return claims.scope;
    return items
      .filter(({ text }) => !lost.has(text))
      .map(({ text }) => text)
      .join(" ");
  }
}

/** Issued to a client that was deleted, whose id another one has now. The tokens of that one are later: `issueTimeOf`. */
const isOfFormerClient = ({ iat }: VerifiedAccessToken, { recreatedAt }: Client): boolean =>
  recreatedAt !== undefined && iat <= recreatedAt;

/** The members of the original request that the token carries. */
function requestOf({ sub, client_id, acr, amr, auth_time }: VerifiedAccessToken) {
  if (sub === client_id) return { grant_type: "client_credentials" };
  return {
    ...(acr !== undefined && { acr }),
    ...(amr && { amr }),
    ...(auth_time !== undefined && { auth_time }),
  };
}
