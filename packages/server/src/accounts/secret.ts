import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "lsk_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 43; // 43 characters of 62 letters: 256 bits
const CHECKSUM_LENGTH = 6; // 62⁶ > 2³²
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** A client secret or a secret key. The caller sees it once; only its hash is stored. */
export function generateSecret(): string {
  const body = PREFIX + randomBase62(RANDOM_LENGTH);
  return body + checksumOf(body);
}

/** Whether a text is one of our secrets by its looks: what a leak scanner can tell without asking us. */
export function hasSecretChecksum(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The last four characters: enough to tell secrets apart, useless for anything else. */
export const secretHint = (secret: string): string => secret.slice(-4);

export interface SecretHasher {
  hash(secret: string): string;
  matches(secret: string, hash: string): boolean;
}

/**
 * Secrets have full entropy, so one keyed hash is enough: a search over all of them is impossible, and without the
 * pepper a stolen table cannot even confirm a guess.
 */
export function createSecretHasher(pepper: Uint8Array): SecretHasher {
  // A KeyObject once: raw bytes would be copied and wrapped anew for every token request.
  const key = createSecretKey(pepper);
  const digest = (secret: string) => createHmac("sha256", key).update(secret, "utf8").digest();
  return {
    hash: (secret) => digest(secret).toString("base64url"),
    matches: (secret, hash) => {
      const expected = Buffer.from(hash, "base64url");
      const actual = digest(secret);
      return expected.length === actual.length && timingSafeEqual(actual, expected);
    },
  };
}

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 = 4 × 62: bytes above would favour the first letters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = "";
  while (text.length < CHECKSUM_LENGTH) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
