import { type Clock, type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { Users } from "../accounts/users.ts";
import type { Delegation } from "./delegation.ts";
import { endOfDelegation } from "./delegation-end.ts";
import { findDelegatingUser } from "./find-delegating-user.ts";
import type { RefreshTokens, VerifiedRefreshToken } from "./refresh-token.ts";
import type { DelegationStore } from "./stores.ts";

export interface FoundRefreshToken {
  readonly delegation: Delegation;
  readonly expiresAt: EpochSeconds;
}

/** Undefined at once for a text that is no refresh token of ours. */
export type FindRefreshToken = (text: string) => Promise<FoundRefreshToken | undefined> | undefined;

/** A refresh token that could be used now. Looking at it spends nothing and ends nothing. */
export function createFindRefreshToken(dependencies: {
  readonly refreshTokens: RefreshTokens;
  readonly delegations: DelegationStore;
  readonly users: Users;
  readonly sessions: Pick<Sessions, "endOf">;
  readonly clock: Clock;
}): FindRefreshToken {
  const { refreshTokens, delegations, users, sessions, clock } = dependencies;

  async function find({ delegationId, hash }: VerifiedRefreshToken): Promise<FoundRefreshToken | undefined> {
    const found = await delegations.find(delegationId);
    if (!found?.refresh || found.endedAt !== undefined || found.refresh.currentHash !== hash)
      return undefined;
    const { idleExpiresAt, absoluteExpiresAt } = found.refresh;
    const expiresAt = Math.min(idleExpiresAt, absoluteExpiresAt, endOfDelegation(sessions, found));
    if (isExpired(expiresAt, clock.seconds())) return undefined;
    const { delegation } = found;
    return (await findDelegatingUser(users, delegation)) && { delegation, expiresAt };
  }

  return (text) => {
    const verified = refreshTokens.verify(text);
    return verified && find(verified);
  };
}
