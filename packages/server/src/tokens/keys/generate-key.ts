import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type { SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import { calculateJwkThumbprint } from "jose";

const generate = promisify(generateKeyPair);

// In the thread pool: an RSA pair takes long enough to be felt by every request if it blocked.
const GENERATORS: Record<SigningAlgorithm, () => Promise<{ publicKey: KeyObject; privateKey: KeyObject }>> = {
  ES256: () => generate("ec", { namedCurve: "P-256" }),
  RS256: () => generate("rsa", { modulusLength: 2048 }),
  EdDSA: () => generate("ed25519"),
};

export interface GeneratedKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly publicJwk: PublicJwk;
  /** PKCS #8 in DER: what gets sealed. */
  readonly privateKey: Buffer;
}

/** The public members of a key, as the JWKS shows them. */
export type PublicJwk = Readonly<Record<string, string>> & {
  readonly kid: string;
  readonly use: "sig";
  readonly alg: SigningAlgorithm;
};

/** A new key pair. The kid is its thumbprint (RFC 7638), so that two keys never share one. */
export async function generateKey(algorithm: SigningAlgorithm): Promise<GeneratedKey> {
  const { publicKey, privateKey } = await GENERATORS[algorithm]();
  const kid = await calculateJwkThumbprint(publicKey.export({ format: "jwk" }));
  return {
    kid,
    algorithm,
    publicJwk: publicJwk(kid, algorithm, publicKey),
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }),
  };
}

/** RFC 7517 §4. Takes the key in its public form only, so that there is no private member to leak. */
export function publicJwk(kid: string, algorithm: SigningAlgorithm, publicKey: KeyObject): PublicJwk {
  if (publicKey.type !== "public") throw new TypeError("only a public key may be shown");
  const members = publicKey.export({ format: "jwk" }) as Record<string, string>;
  return { ...members, kid, use: "sig", alg: algorithm };
}
