import type { KeyObject } from "node:crypto";
import type { SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";

/** How one key signs or verifies, in the terms of `crypto.sign` and `crypto.verify`. Made once per key. */
export interface SignatureScheme {
  /** Null for Ed25519, which hashes by itself. */
  readonly digest: "sha256" | null;
  readonly key: KeyObject | { readonly key: KeyObject; readonly dsaEncoding: "ieee-p1363" };
  readonly signatureBytes: number;
  /** Whether a signature takes less than a tenth of a millisecond: then it is made in place, not on the thread pool. */
  readonly isFast: boolean;
}

export function signatureScheme(algorithm: SigningAlgorithm, key: KeyObject): SignatureScheme {
  if (!fits(algorithm, key)) throw new TypeError(`not a key for ${algorithm}`);
  switch (algorithm) {
    case "ES256":
      // RFC 7518 §3.4: R and S, 32 bytes each, where OpenSSL's own choice would be DER.
      return { digest: "sha256", key: { key, dsaEncoding: "ieee-p1363" }, signatureBytes: 64, isFast: true };
    case "RS256":
      return {
        digest: "sha256",
        key,
        signatureBytes: (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8,
        isFast: false,
      };
    case "EdDSA":
      return { digest: null, key, signatureBytes: 64, isFast: true };
  }
}

function fits(algorithm: SigningAlgorithm, key: KeyObject): boolean {
  switch (algorithm) {
    case "ES256":
      return key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";
    case "RS256":
      return key.asymmetricKeyType === "rsa";
    case "EdDSA":
      return key.asymmetricKeyType === "ed25519";
  }
}
