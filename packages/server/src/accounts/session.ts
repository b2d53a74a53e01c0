import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { User } from "./entities.ts";

/** The times that decide whether a session is valid. */
export interface SessionTimes {
  /** Written at most once a minute. */
  readonly lastSeenAt: EpochSeconds;
  /** The end that no activity moves. */
  readonly expiresAt: EpochSeconds;
}

/** A user is signed in, in one browser. The browser holds a random token; only its hash is stored. */
export interface Session extends SessionTimes {
  /** `ses_…`: the `sid` of ID tokens and the name in listings. Knowing it gives no access. */
  readonly id: string;
  readonly userId: string;
  readonly createdAt: EpochSeconds;
  readonly authentication: Authentication;
  /** See `passwordStamp`. A changed password ends the session silently. */
  readonly passwordStamp: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** OpenID Connect Core §2 leaves the names of levels to us; there is one, what a password proves. */
export const PASSWORD_ACR = "1";

/** How and when a user proved who they are (OpenID Connect Core §2). */
export interface Authentication {
  readonly time: EpochSeconds;
  readonly acr: string;
  readonly amr: readonly string[];
}

/** A session that counts now, and whose it is. */
export interface ActiveSession {
  readonly session: Session;
  readonly user: User;
}
