import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "../../core/values/derive-key.ts";

const VERSION = "v1.";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Something sealed that does not open: not sealed under this secret, or under another name. */
export class SealError extends Error {
  override readonly name = "SealError";
}

/**
 * Encrypts stored values and binds them to their name (private keys to their kid, for example), so that a reader of the
 * database cannot read them and a writer cannot move them to another name.
 */
export interface Sealer {
  seal(name: string, content: Uint8Array): string;
  /** Throws SealError. */
  open(name: string, sealed: string): Buffer;
}

/** AES-256-GCM with the name as associated data. Nonces are random: far fewer are ever made than 96 bits need. */
export function createSealer(masterKey: Uint8Array): Sealer {
  // Named after the first use there was; with another name nothing that is stored would open any more.
  const key = deriveKey(masterKey, "signing keys");
  const options = { authTagLength: TAG_BYTES };

  return {
    seal(name, content) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
      return VERSION + sealed.toString("base64url");
    },

    open(name, sealed) {
      if (!sealed.startsWith(VERSION)) throw unopened(name);
      const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw unopened(name);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(name));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch (cause) {
        throw unopened(name, cause);
      }
    },
  };
}

const unopened = (name: string, cause?: unknown): SealError =>
  new SealError(
    `what is stored sealed as ${name} does not open: LICET_SECRET does not match this database, or it was altered there. Start with the secret that the database was set up with, alone or as a further line of LICET_SECRET.`,
    { cause },
  );
