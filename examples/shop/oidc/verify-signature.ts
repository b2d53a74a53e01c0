import { createPublicKey, type JsonWebKeyInput, verify } from "node:crypto";
import type { DecodedToken } from "./decode-token.ts";

/** The algorithms that the shop accepts. `none` and the symmetric ones are not among them (RFC 8725 §3.1). */
const ALGORITHMS: ReadonlyMap<unknown, { readonly kty: string; readonly crv?: string }> = new Map([
  ["RS256", { kty: "RSA" }],
  ["ES256", { kty: "EC", crv: "P-256" }],
]);

/** Verifies the token with each signature key of the right type. */
export function isSignedByOne({ raw, header }: DecodedToken, keys: readonly unknown[]): boolean {
  const algorithm = ALGORITHMS.get(header.alg);
  // RFC 7515 §4.1.11: an unknown extension makes the token invalid. The shop supports no extensions.
  if (!algorithm || header.crit !== undefined) return false;
  const [head = "", claims = "", signature = "", ...more] = raw.split(".");
  if (more.length > 0) return false;
  const signed = Buffer.from(`${head}.${claims}`, "ascii");
  return keys
    .filter(isKey)
    .filter(({ kty, crv, use, kid }) => {
      const isOfKind = kty === algorithm.kty && (algorithm.crv === undefined || crv === algorithm.crv);
      return isOfKind && (use === undefined || use === "sig") && kid === header.kid;
    })
    .some((key) => isSignedBy(signed, Buffer.from(signature, "base64url"), key));
}

type Jwk = JsonWebKeyInput["key"] & { readonly use?: unknown; readonly kid?: unknown };

const isKey = (key: unknown): key is Jwk => typeof key === "object" && key !== null;

function isSignedBy(signed: Buffer, signature: Buffer, jwk: Jwk): boolean {
  try {
    const key = createPublicKey({ key: jwk, format: "jwk" });
    // RFC 7518 §3.4: an ECDSA signature is R and S, not the DER that OpenSSL would expect. RSA ignores the option.
    return verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, signature);
  } catch {
    return false;
  }
}
