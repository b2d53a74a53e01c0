import { hkdfSync } from "node:crypto";

/**
 * A key of 32 bytes for one purpose, from the one secret that an operator keeps (HKDF-SHA256, RFC 5869). A key
 * reveals nothing about the secret or the keys of other purposes. There is no salt: every node must derive the same key.
 */
export function deriveKey(secret: string | Uint8Array, purpose: string): Buffer {
  // HKDF accepts an empty secret, and every installation would have the same keys.
  if (secret.length === 0) throw new RangeError("a key cannot be derived from an empty secret");
  return Buffer.from(hkdfSync("sha256", secret, "", `licet ${purpose}`, 32));
}
