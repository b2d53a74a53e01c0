import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "../core/derive-key.ts";

const VERSION = "v1.";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A private key that does not open: not sealed under this secret, or not the one that belongs to this kid. */
export class SealError extends Error {
  override readonly name = "SealError";
}

/** Keeps private keys unreadable, and unmovable from one kid to another, for whoever reads or writes the database. */
export interface Sealer {
  seal(kid: string, privateKey: Uint8Array): string;
  open(kid: string, sealed: string): Buffer;
}

/** AES-256-GCM with the kid as associated data. Nonces are random: far fewer keys are ever made than 96 bits need. */
export function createSealer(masterKey: Uint8Array): Sealer {
  const key = deriveKey(masterKey, "signing keys");
  const options = { authTagLength: TAG_BYTES };

  return {
    seal(kid, privateKey) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(kid));
      const sealed = Buffer.concat([nonce, cipher.update(privateKey), cipher.final(), cipher.getAuthTag()]);
      return VERSION + sealed.toString("base64url");
    },

    open(kid, sealed) {
      if (!sealed.startsWith(VERSION)) throw unopened(kid);
      const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw unopened(kid);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(kid));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch (cause) {
        throw unopened(kid, cause);
      }
    },
  };
}

const unopened = (kid: string, cause?: unknown): SealError =>
  new SealError(
    `signing key ${kid} does not open: LICET_SECRET does not match this database. Start with the secret that the database was set up with.`,
    { cause },
  );
