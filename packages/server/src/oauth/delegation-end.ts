import { type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { DelegationState } from "./delegation.ts";

/**
 * The end of a delegation, as things stand. OpenID Connect Core §11: access without consent to `offline_access` ends
 * with the session it was given in, also when the session only expired. A session that does not exist any more was
 * swept after its end.
 */
export function endOfDelegation(
  sessions: Pick<Sessions, "endOf">,
  { delegation, session }: Pick<DelegationState, "delegation" | "session">,
): EpochSeconds {
  if (delegation.outlivesSession) return Number.POSITIVE_INFINITY;
  return session ? sessions.endOf(session) : 0;
}

/** The delegation was ended, or its session is over: tokens that rest on it are invalid. */
export const isDelegationOver = (
  sessions: Pick<Sessions, "endOf">,
  state: Pick<DelegationState, "delegation" | "endedAt" | "session">,
  now: EpochSeconds,
): boolean => state.endedAt !== undefined || isExpired(endOfDelegation(sessions, state), now);
