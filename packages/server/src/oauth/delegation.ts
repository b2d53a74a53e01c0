import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Authentication, SessionTimes } from "../accounts/session.ts";
import type { ClaimsRequest } from "./authorize/claims-request.ts";

/**
 * A user let an application act for them: one record from the authorization code to the last refresh token. Every
 * token issued on it names it (the beginning of `jti`), so that ending it ends them all.
 */
export interface Delegation {
  /** `dlg_…` */
  readonly id: string;
  readonly userId: string;
  readonly applicationId: string;
  /** The browser session it was given in. */
  readonly sessionId: string;
  readonly authentication: Authentication;
  readonly passwordStamp: string;
  /** The address of the user's browser when it was given. */
  readonly ip: string;
  readonly redirectUri: string;
  /** RFC 7636 §4.2, S256. */
  readonly codeChallenge?: string;
  readonly nonce?: string;
  /** The `scope` parameter as it was asked. Empty: everything at `resources`. */
  readonly scope: string;
  /** RFC 8707: identifiers of resources. */
  readonly resources: readonly string[];
  /** The items that the user agreed to, `*` expanded: nothing beyond them is ever issued on it. */
  readonly agreed: readonly string[];
  /** OpenID Connect Core §11: the user was asked whether it may go on when they are gone, and said yes. */
  readonly outlivesSession: boolean;
  /** OpenID Connect Core §5.5. */
  readonly claims?: ClaimsRequest;
  readonly createdAt: EpochSeconds;
  readonly codeExpiresAt: EpochSeconds;
}

/** A delegation with its present state. */
export interface DelegationState {
  readonly delegation: Delegation;
  readonly redeemedAt?: EpochSeconds;
  /** Over, for whatever reason: its code, its refresh tokens and its access tokens are worth nothing. */
  readonly endedAt?: EpochSeconds;
  readonly refresh?: RefreshState;
  /** The session it was given in, where it does not outlive that. Absent once there is no such session. */
  readonly session?: SessionTimes;
}

/** The head of the chain of refresh tokens, and the one before it. All that is ever stored of them. */
export interface RefreshState {
  readonly currentHash: string;
  readonly previousHash?: string;
  readonly rotatedAt?: EpochSeconds;
  /** The current token, sealed with a key that only the previous one gives: for a retry whose answer got lost. */
  readonly sealedCurrent?: string;
  /** Moves on with every use. */
  readonly idleExpiresAt: EpochSeconds;
  readonly absoluteExpiresAt: EpochSeconds;
}
