import type { EpochSeconds } from "../core/time.ts";

export interface AssertionStore {
  /** Spends the identifier of a client assertion until it expires anyway. False when it was spent before (RFC 7523 §3). */
  spend(clientId: string, jti: string, expiresAt: EpochSeconds): Promise<boolean>;
}

export interface RevocationStore {
  /** Remembers a revoked token identifier until the token would have expired. */
  revoke(tokenId: string, expiresAt: EpochSeconds): Promise<void>;
  isRevoked(tokenId: string): Promise<boolean>;
}
