import { type Clock, type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Client, User } from "../../accounts/entities.ts";
import { isPublicClient } from "../../accounts/public-application.ts";
import { hashToken } from "../../accounts/random-token.ts";
import type { SessionTimes } from "../../accounts/session.ts";
import type { Sessions } from "../../accounts/sessions.ts";
import type { Users } from "../../accounts/users.ts";
import type { GatherSubjectFacts } from "../../permissions/subject-facts.ts";
import type { Delegation, RefreshState } from "../delegation.ts";
import { isDelegationOver } from "../delegation-end.ts";
import { findDelegatingUser } from "../find-delegating-user.ts";
import type { Form } from "../form.ts";
import { GuessError, OAuthError } from "../oauth-error.ts";
import {
  openSuccessor,
  type RefreshTokens,
  sealSuccessor,
  type VerifiedRefreshToken,
} from "../refresh-token.ts";
import { ReplayError } from "../replay-error.ts";
import { decideUserScopes } from "../scopes/decide-user-scopes.ts";
import type { DelegationStore } from "../stores.ts";
import { type Lifetimes, lastExpiry } from "./authorization-code.ts";
import { createGrant, type Grant } from "./grant.ts";
import { narrowResources } from "./narrow-resources.ts";

/** How long a client may present the token that it has just used: the response may have got lost. */
const RETRY_SECONDS = 10;

/**
 * RFC 6749 §6 with rotation (RFC 9700 §4.14.2). The decision is taken again: permissions that were lost leave the
 * token.
 */
export function createRefreshTokenGrant(dependencies: {
  readonly delegations: DelegationStore;
  readonly users: Users;
  readonly sessions: Pick<Sessions, "endOf" | "touch">;
  readonly gather: GatherSubjectFacts;
  readonly refreshTokens: RefreshTokens;
  readonly lifetimes: Lifetimes;
  readonly clock: Clock;
}): Grant {
  const { delegations, users, sessions, gather, refreshTokens, lifetimes, clock } = dependencies;

  /** The delegation that a token belongs to, and the chain as it stands. A replay ends the whole of it. */
  async function findChain(token: VerifiedRefreshToken, client: Client): Promise<Chain> {
    const found = await delegations.find(token.delegationId);
    if (!found?.refresh) throw invalidToken();
    const { delegation, refresh, session, endedAt } = found;
    // RFC 6749 §10.4: bound to the client. Another client's mistake does not end the delegation.
    if (delegation.applicationId !== client.application.id) throw invalidToken();
    const now = clock.seconds();
    const retry = mayRetry(refresh, token.hash, now);
    // Its MAC shows that we issued it, so it was used: also where the chain has ended since.
    if (refresh.currentHash !== token.hash && !retry) {
      if (endedAt === undefined) await delegations.end(delegation.id, now);
      throw new ReplayError("refresh_token", INVALID_TOKEN, { delegation, client });
    }
    const hasExpired = isExpired(refresh.idleExpiresAt, now) || isExpired(refresh.absoluteExpiresAt, now);
    if (hasExpired || isDelegationOver(sessions, found, now)) throw invalidToken();
    return { delegation, refresh, session, retry };
  }

  async function findUser(delegation: Delegation): Promise<User> {
    const user = await findDelegatingUser(users, delegation);
    if (user) return user;
    await delegations.end(delegation.id, clock.seconds());
    throw invalidToken();
  }

  /** There are never two successors: the loser of a race gets the winner's successor, or nothing. */
  async function advance(
    presented: string,
    token: VerifiedRefreshToken,
    chain: Chain,
    client: Client,
  ): Promise<string> {
    const { delegation, refresh, retry } = chain;
    if (retry) return openSuccessor(presented, refresh.sealedCurrent ?? "");
    const successor = refreshTokens.generate(delegation.id);
    const now = clock.seconds();
    const won = await delegations.rotate(delegation.id, {
      presentedHash: token.hash,
      successorHash: hashToken(successor),
      sealedSuccessor: sealSuccessor(presented, successor),
      now,
      idleExpiresAt: now + lifetimes.refreshIdleSeconds,
      tokensUntil: lastExpiry(now, lifetimes),
    });
    if (won) return successor;
    const present = await findChain(token, client);
    if (!present.retry) throw invalidToken();
    return openSuccessor(presented, present.refresh.sealedCurrent ?? "");
  }

  return createGrant<RefreshRequest>({
    type: "refresh_token",
    parse: parseRefreshRequest,
    async authorize({ presented, scope, resources }, client, { ip }) {
      const token = refreshTokens.verify(presented);
      if (!token)
        throw isPublicClient(client) ? new GuessError("invalid_grant", INVALID_TOKEN) : invalidToken();
      const chain = await findChain(token, client);
      const { delegation, session } = chain;
      const user = await findUser(delegation);
      const agreed = new Set(delegation.agreed);
      const decision = await decideUserScopes(gather, clock, {
        client,
        userId: user.id,
        scope: narrowScope(delegation, scope),
        ...narrowResources(delegation, resources),
        agreed: (item) => agreed.has(item),
        grantType: "refresh_token",
        authentication: delegation.authentication,
        ip,
      });
      // Last, because it spends the token. It counts as use of the session that the token is bound to.
      const [refreshToken] = await Promise.all([
        advance(presented, token, chain, client),
        session && sessions.touch({ id: delegation.sessionId, lastSeenAt: session.lastSeenAt }),
      ]);
      const onBehalf = {
        user,
        delegation,
        refreshToken,
        ...(session && { sessionExpiresAt: session.expiresAt }),
      };
      return { subject: user.id, decision, onBehalf };
    },
  });
}

/** RFC 6749 §6, RFC 8707 §2.2. */
interface RefreshRequest {
  /** The refresh token as it came. */
  readonly presented: string;
  readonly scope: string | undefined;
  readonly resources: readonly string[];
}

function parseRefreshRequest(form: Form): RefreshRequest {
  const presented = form.get("refresh_token");
  if (presented === undefined) throw new OAuthError("invalid_request", "refresh_token is missing");
  return { presented, scope: form.get("scope"), resources: form.repeatable };
}

interface Chain {
  readonly delegation: Delegation;
  readonly refresh: RefreshState;
  /** Given where the delegation does not outlive it. */
  readonly session: SessionTimes | undefined;
  readonly retry: boolean;
}

const mayRetry = ({ previousHash, rotatedAt }: RefreshState, hash: string, now: EpochSeconds): boolean =>
  previousHash === hash && rotatedAt !== undefined && now - rotatedAt <= RETRY_SECONDS;

/**
 * RFC 6749 §6: nothing that was not requested at first. Left out: all of that. Clients send the scope they requested
 * rather than the one they got, so an item that was refused then is no error: it is decided again.
 */
function narrowScope({ scope, agreed }: Delegation, wanted: string | undefined): string {
  if (wanted === undefined) return scope;
  const items = new Set(scope.split(" "));
  // The user agreed to actions that a requested `*` stands for. Without a scope, everything at a resource was requested.
  const isRequested = (item: string) =>
    items.has(everyActionBeside(item)) || (scope === "" && item.includes(":"));
  const requested = new Set([...items, ...agreed.filter(isRequested)]);
  const unknown = wanted.split(" ").some((item) => !requested.has(item));
  if (unknown) throw new OAuthError("invalid_scope", "the scope has an item that was not requested at first");
  return wanted;
}

/** `orders:*` for `orders:read`, `orders:7:*` for `orders:7:read`. */
const everyActionBeside = (item: string): string => `${item.slice(0, item.lastIndexOf(":") + 1)}*`;

const INVALID_TOKEN = "the refresh token is unknown, expired, used, or not this client's";
const invalidToken = (): OAuthError => new OAuthError("invalid_grant", INVALID_TOKEN);
