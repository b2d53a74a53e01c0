import type { Sessions } from "../accounts/sessions.ts";
import { type EpochSeconds, isExpired } from "../core/time.ts";
import type { DelegationState } from "./delegation.ts";

/**
 * When a delegation ends by itself, as things stand. OpenID Connect Core §11: what the user was not asked to let go on
 * ends with the session it was given in, also when that only expired and nobody ended it. A session that is not there
 * any more was swept after its end.
 */
export function endOfDelegation(
  sessions: Pick<Sessions, "endOf">,
  { delegation, session }: Pick<DelegationState, "delegation" | "session">,
): EpochSeconds {
  if (delegation.outlivesSession) return Number.POSITIVE_INFINITY;
  return session ? sessions.endOf(session) : 0;
}

/** Over, because somebody ended it or because its session is over: nothing that rests on it is worth anything. */
export const isOver = (
  sessions: Pick<Sessions, "endOf">,
  state: Pick<DelegationState, "delegation" | "endedAt" | "session">,
  now: EpochSeconds,
): boolean => state.endedAt !== undefined || isExpired(endOfDelegation(sessions, state), now);
