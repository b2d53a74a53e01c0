import { createPrivateKey, createPublicKey } from "node:crypto";
import { createJwtSigner, type JwtSigner } from "../sign-jwt.ts";
import type { StoredKey } from "../stores.ts";
import { createVerificationKey, type VerificationKey } from "../verify-jwt.ts";
import { type PublicJwk, publicJwk } from "./generate-key.ts";
import type { Sealer } from "./seal.ts";

/** A stored key with its seal broken, in memory only. */
export interface OpenedKey extends StoredKey {
  readonly publicJwk: PublicJwk;
  readonly signer: JwtSigner;
  readonly verificationKey: VerificationKey;
}

/**
 * The public half is derived from the sealed private one, never taken from the row: an attacker who can write the
 * database but does not hold LICET_SECRET cannot add a key for us to trust and publish.
 */
export function openKey(stored: StoredKey, sealer: Sealer): OpenedKey {
  const { kid, algorithm } = stored;
  const privateKey = createPrivateKey({
    key: sealer.open(kid, stored.sealedPrivateKey),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = createPublicKey(privateKey);
  return {
    ...stored,
    publicJwk: publicJwk(kid, algorithm, publicKey),
    signer: createJwtSigner(kid, algorithm, privateKey),
    verificationKey: createVerificationKey(kid, algorithm, publicKey),
  };
}
