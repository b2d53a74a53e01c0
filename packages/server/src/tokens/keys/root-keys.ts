import { deriveKey } from "../../core/derive-key.ts";
import type { SecretValues } from "../../core/secret-values.ts";
import type { Clock } from "../../core/time.ts";
import type { KeyActor, KeyStore, RootKeyStore, StoredRootKey } from "../stores.ts";
import { establishRootKeys } from "./establish-root-keys.ts";
import { SealError } from "./seal.ts";
import { createSecretSeals, type SecretSeals } from "./secret-seals.ts";

/** The root keys, from which all keys of an installation are derived. */
export interface RootKeys {
  /** A key of 32 bytes for one purpose; every node derives the same. */
  deriveKey(purpose: string): Buffer;
  /** The ids of all secrets that this node can open (`secretId`). */
  readonly opens: readonly string[];
  /** `secretId` of each value of LICET_SECRET; the first one seals. */
  readonly values: readonly [string, ...string[]];
  /** Seals every root key under the first value of LICET_SECRET. Nodes that run hold the root keys and go on. */
  rewrap(by: KeyActor): Promise<Rewrapping>;
}

export interface Rewrapping {
  readonly rootKeys: number;
  /** How many were sealed under another value before. */
  readonly rewrapped: number;
}

export interface RootKeyParts {
  readonly store: RootKeyStore;
  readonly signingKeys: Pick<KeyStore, "list">;
  readonly secrets: SecretValues;
  readonly clock: Clock;
}

/**
 * The purposes whose keyed hashes are stored and compared later. In a database made before there were root keys, these
 * hashes were made with keys derived from LICET_SECRET, and cannot be recomputed.
 */
const STORED_HASHES: ReadonlySet<string> = new Set([
  "client secrets",
  "refresh tokens",
  "sign-in attempts",
  "idempotent requests",
]);

/**
 * Opens the root keys; an empty database gets them, and one made before there were any is taken over. Throws SealError
 * when no value of LICET_SECRET opens what is stored.
 */
export async function openRootKeys(parts: RootKeyParts): Promise<RootKeys> {
  const { store, secrets } = parts;
  const seals = createSecretSeals(secrets);
  const stored = await findOrEstablish(parts, seals);
  const opened = new Map(stored.map((each) => [each.name, seals.open(each)]));
  const main = opened.get("main");
  if (main === undefined)
    throw new SealError(
      "the main root key is missing from this database, so nothing in it can be opened. Restore it from a backup.",
    );
  const legacy = opened.get("legacy");

  return {
    deriveKey: (purpose) =>
      deriveKey(legacy !== undefined && STORED_HASHES.has(purpose) ? legacy : main, purpose),
    opens: seals.opens,
    values: seals.values,
    async rewrap(by) {
      const before = await store.list();
      const after = before.map((each) => rewrapOne(each, seals));
      const rewrapped = after.filter((each, index) => each !== before[index]).length;
      if (rewrapped > 0 && !(await store.rewrap(before, after, by)))
        throw new SealError("the root keys were changed at the same moment. Run the command again.");
      return { rootKeys: after.length, rewrapped };
    },
  };
}

/** Opened also when nothing is to be done: what this says of the database must be true. */
function rewrapOne(stored: StoredRootKey, seals: SecretSeals): StoredRootKey {
  const content = seals.open(stored);
  if (stored.sealedUnder === seals.values[0]) return stored;
  return { ...stored, ...seals.seal(stored.name, content) };
}

/** Two rounds are enough, unless signing keys change meanwhile: a later node finds what the first one wrote. */
const ROUNDS = 10;

async function findOrEstablish(
  { store, signingKeys, secrets, clock }: RootKeyParts,
  seals: SecretSeals,
): Promise<readonly StoredRootKey[]> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const stored = await store.list();
    if (stored.length > 0) return stored;
    const keys = await signingKeys.list();
    // Asked again: signing keys that another node has sealed anew meanwhile would look as if the secret were wrong.
    if ((await store.list()).length > 0) continue;
    const { rootKeys, resealed } = establishRootKeys(keys, secrets, seals, clock);
    await store.establish(rootKeys, resealed);
  }
  throw new Error("the root keys could not be written: the signing keys change all the time");
}
