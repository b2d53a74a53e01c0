import { hkdfSync } from "node:crypto";

/**
 * A key of 32 bytes for one purpose, from the one secret that an operator keeps (HKDF-SHA256, RFC 5869). Keys of
 * different purposes tell nothing about each other or about the secret. No salt: every node must derive the same.
 */
export function deriveKey(secret: string | Uint8Array, purpose: string): Buffer {
  // HKDF would take an empty secret and give everyone the same keys.
  if (secret.length === 0) throw new RangeError("a key cannot be derived from an empty secret");
  return Buffer.from(hkdfSync("sha256", secret, "", `licet ${purpose}`, 32));
}
