import type { SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";

/** A signing key as stored. Its stage follows from its times alone, so that all nodes agree without talking. */
export interface StoredKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  /** The private key, encrypted under a key derived from the main root key. */
  readonly sealedPrivateKey: string;
  readonly createdAt: EpochMilliseconds;
  /** From here on it signs, until a younger key of the same algorithm does. */
  readonly activatesAt: EpochMilliseconds;
}

/** The actor of a change of the keys, for the audit log. */
export interface KeyActor {
  readonly name: string;
  readonly ip?: string;
  readonly requestId?: string;
}

export interface KeyRevocation {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  /** All keys of the algorithm as they were when this was decided. */
  readonly expected: readonly string[];
  /** The key that signs instead, new or moved forward; absent when the revoked key was not the one that signs. */
  readonly successor?: StoredKey;
}

export interface KeyStore {
  list(): Promise<readonly StoredKey[]>;
  /**
   * Adds a key unless one of the same algorithm was created after `unlessCreatedAfter`: of several nodes that want
   * to rotate at once, exactly one does. False when another was faster. Announces the topic `keys`.
   */
  add(key: StoredKey, unlessCreatedAfter: EpochMilliseconds): Promise<boolean>;
  remove(kids: readonly string[]): Promise<void>;
  /**
   * Removes a key and writes its successor in one transaction, with an audit event. False, and nothing written, when
   * the keys of the algorithm are not the expected ones any more. Announces the topic `keys`.
   */
  revoke(revocation: KeyRevocation, by: KeyActor): Promise<boolean>;
}

/** `main` is random, and every key is derived from it. */
export type RootKeyName = "main";

/** A root key, encrypted under a key derived from one value of LICET_SECRET. */
export interface StoredRootKey {
  readonly name: RootKeyName;
  readonly sealed: string;
  /** `secretId` of the value that opens it. */
  readonly sealedUnder: string;
  readonly createdAt: EpochMilliseconds;
}

export interface RootKeyStore {
  list(): Promise<readonly StoredRootKey[]>;
  /**
   * Writes the first root key: of several nodes that start at once, one does. False when there is a root key, or a
   * signing key, which a new root key could not open.
   */
  establish(rootKey: StoredRootKey): Promise<boolean>;
  /** Puts these in the place of `before`, with an audit event. False when others than those are stored. */
  rewrap(before: readonly StoredRootKey[], after: readonly StoredRootKey[], by: KeyActor): Promise<boolean>;
}
