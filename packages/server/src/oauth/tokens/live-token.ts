import { callerOf } from "@licet/engine/internal/caller.ts";
import { decideScopes } from "@licet/engine/internal/decide-scopes.ts";
import type { Subject } from "@licet/engine/internal/subject.ts";
import { describeClient, describeUser } from "@licet/engine/internal/subject.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { Client, User } from "../../accounts/entities.ts";
import type { Sessions } from "../../accounts/sessions.ts";
import type { Users } from "../../accounts/users.ts";
import type { Awaitable } from "../../core/async/awaitable.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import type { VerifiedAccessToken } from "../../tokens/access-token.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import type { Delegation } from "../delegation.ts";
import { isDelegationOver } from "../delegation-end.ts";
import { findDelegatingUser } from "../find-delegating-user.ts";
import { blockedByClient } from "../scopes/delegated-scopes.ts";
import type { DelegationStore, RevocationStore } from "../stores.ts";
import { findDelegationId } from "./token-id.ts";
import { createVerifyToken, type VerifiedToken } from "./verified-tokens.ts";

/** An access token of ours that is valid now, and the permissions that it still carries. */
export interface LiveToken {
  readonly token: VerifiedAccessToken;
  readonly client: Client;
  /** The subject whose permissions the token carries: a user, or the client itself. */
  readonly subject: Subject;
  /** The scopes of the token that would be granted again now. */
  readonly scope: string;
  /** Given when the subject is a user. */
  readonly delegation?: Delegation;
  /** Given when the subject is a user. */
  readonly user?: User;
}

type Delegated = Required<Pick<LiveToken, "delegation" | "user">>;

/** In two steps, so that a caller can decline a token before anything is looked up for it. */
export interface LiveTokens {
  /** A token that we signed and that has not expired. It may have been revoked. */
  verify(text: string): VerifiedToken | undefined;
  /** Asks the database: a token that was revoked at another node is refused here with the next request. */
  find(verified: VerifiedToken): Promise<LiveToken | undefined>;
  /** As of the revision of this node: what it knows of the token is as old as the permissions that it decides with. */
  findAsKnown(verified: VerifiedToken): Promise<LiveToken | undefined>;
}

export function createLiveTokens(dependencies: {
  readonly clients: Clients;
  readonly factSource: FactSource;
  readonly users: Users;
  readonly sessions: Pick<Sessions, "endOf">;
  readonly revocations: Pick<RevocationStore, "isRevoked">;
  /** As of the revision of this node. */
  readonly isKnownRevoked: (tokenId: string) => Awaitable<boolean>;
  readonly delegations: DelegationStore;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
}): LiveTokens {
  const { clients, factSource, users, sessions, delegations, keyRing, clock, issuer } = dependencies;
  const verifyToken = createVerifyToken(keyRing, issuer);

  const findUnless =
    (isRevoked: (tokenId: string) => Awaitable<boolean>) =>
    async (verified: VerifiedToken): Promise<LiveToken | undefined> => {
      const [revoked, found] = await Promise.all([
        isRevoked(verified.claims.jti),
        findUnlessRevoked(verified),
      ]);
      return revoked ? undefined : found;
    };

  async function findUnlessRevoked(verified: VerifiedToken): Promise<LiveToken | undefined> {
    const token = verified.claims;
    const client = await clients.find(token.client_id);
    if (!client || isOfFormerClient(token, client)) return undefined;
    const own = describeClient(client, clock.seconds());
    if (!own.enabled) return undefined;
    const delegationId = findDelegationId(token.jti);
    if (delegationId === undefined) {
      if (token.sub !== client.id) return undefined;
      return { token, client, subject: own, scope: await scopeStillHeld(verified, client, own) };
    }
    const delegated = await findDelegation(delegationId);
    if (delegated?.user.id !== token.sub) return undefined;
    const subject = describeUser(delegated.user);
    return { token, client, subject, ...delegated, scope: await scopeStillHeld(verified, client, subject) };
  }

  /** Never cached: a replay, a withdrawal, a new password or the end of its session ends every token on it. */
  async function findDelegation(id: string): Promise<Delegated | undefined> {
    const found = await delegations.find(id);
    if (!found || isDelegationOver(sessions, found, clock.seconds())) return undefined;
    const { delegation } = found;
    const user = await findDelegatingUser(users, delegation);
    return user && { delegation, user };
  }

  /**
   * Decides the scopes of the token again: a permission that was removed since leaves `scope` at once. A condition on
   * data that only the original request had (its address, for example) was met then and stays met.
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

  return {
    verify: (text) => verifyToken(text, clock.seconds()),
    find: findUnless(dependencies.revocations.isRevoked),
    findAsKnown: findUnless(dependencies.isKnownRevoked),
  };
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
