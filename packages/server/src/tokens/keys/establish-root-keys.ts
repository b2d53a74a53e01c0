import { randomBytes } from "node:crypto";
import { deriveKey } from "../../core/derive-key.ts";
import type { SecretValues } from "../../core/secret-values.ts";
import type { Clock } from "../../core/time.ts";
import type { ResealedKey, StoredKey, StoredRootKey } from "../stores.ts";
import { createSealer, SealError, type Sealer } from "./seal.ts";
import type { SecretSeals } from "./secret-seals.ts";

/** The first root keys of a database, and its signing keys sealed under them. */
export interface Establishment {
  readonly rootKeys: readonly StoredRootKey[];
  readonly resealed: readonly ResealedKey[];
}

const ROOT_KEY_BYTES = 32;

/**
 * An empty database gets a random root key. One that holds signing keys was made when all keys were derived from
 * LICET_SECRET. It gets a random root key, too, and the signing keys are sealed under that: an attacker who learns the
 * old secret later opens nothing with it. The old secret is kept beside it for the hashes that cannot be recomputed.
 */
export function establishRootKeys(
  signingKeys: readonly StoredKey[],
  secrets: SecretValues,
  seals: SecretSeals,
  clock: Clock,
): Establishment {
  const createdAt = clock.milliseconds();
  const content = randomBytes(ROOT_KEY_BYTES);
  const main: StoredRootKey = { name: "main", ...seals.seal("main", content), createdAt };
  if (signingKeys.length === 0) return { rootKeys: [main], resealed: [] };

  const secret = findSecretOf(signingKeys, secrets);
  const [opener, sealer] = [signingKeySealer(secret), signingKeySealer(content)];
  const legacy: StoredRootKey = {
    name: "legacy",
    ...seals.seal("legacy", Buffer.from(secret)),
    createdAt,
  };
  return {
    rootKeys: [main, legacy],
    resealed: signingKeys.map(({ kid, sealedPrivateKey }) => ({
      kid,
      from: sealedPrivateKey,
      to: sealer.seal(kid, opener.open(kid, sealedPrivateKey)),
    })),
  };
}

export const signingKeySealer = (root: string | Uint8Array): Sealer =>
  createSealer(deriveKey(root, "signing keys"));

/** The value that opens every signing key. Without this proof a wrong secret would become the root of all hashes. */
function findSecretOf(signingKeys: readonly StoredKey[], { values, whole }: SecretValues): string {
  const given = whole === undefined ? values : [...values, whole];
  const found = given.find((secret) => opensAll(signingKeys, signingKeySealer(secret)));
  if (found !== undefined) return found;
  throw new SealError(
    "LICET_SECRET does not match this database: no value given here opens its signing keys. Start with the secret that the database was set up with, alone or as a further line of LICET_SECRET.",
  );
}

function opensAll(signingKeys: readonly StoredKey[], sealer: Sealer): boolean {
  try {
    for (const { kid, sealedPrivateKey } of signingKeys) sealer.open(kid, sealedPrivateKey);
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
