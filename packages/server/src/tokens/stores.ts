import type { SigningAlgorithm } from "../core/algorithms.ts";
import type { EpochMilliseconds } from "../core/time.ts";

/** A signing key as stored. Its stage follows from its times alone, so that all nodes agree without talking. */
export interface StoredKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  /** The private key, encrypted under a key derived from LICET_SECRET. */
  readonly sealedPrivateKey: string;
  readonly createdAt: EpochMilliseconds;
  /** From here on it signs, until a younger key of the same algorithm does. */
  readonly activatesAt: EpochMilliseconds;
}

export interface KeyStore {
  list(): Promise<readonly StoredKey[]>;
  /**
   * Adds a key unless one of the same algorithm was created after `unlessCreatedAfter`: of several nodes that want
   * to rotate at once, exactly one does. False when another was faster. Announces the topic `keys`.
   */
  add(key: StoredKey, unlessCreatedAfter: EpochMilliseconds): Promise<boolean>;
  remove(kids: readonly string[]): Promise<void>;
}
