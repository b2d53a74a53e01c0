import { argon2Sync, randomBytes } from "node:crypto";
import {
  requireUsablePassword,
  verifyPassword,
} from "../../packages/server/src/accounts/passwords/password.ts";
import { isPublishedCredential } from "../../packages/server/src/accounts/published-credentials/published-credentials.ts";
import {
  createPasswordHasher,
  type PasswordHasher,
} from "../../packages/server/src/directory/plan/password-hasher.ts";

/** The lowest cost of argon2id (RFC 9106 §3.1). */
const COST = { memory: 8, passes: 1, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** It caches its results, for all servers of this process. */
const hashPublished = createPasswordHasher();

/**
 * Hashes the passwords of test users at the lowest cost. At the cost of production, hashing would take most of the time
 * of the tests that sign in. A published password gets its usual hash, because its salt marks it.
 */
export const hashCheaply: PasswordHasher = async (given) => {
  const { password, storedHash } = given;
  if (isPublishedCredential(password)) return hashPublished(given);
  requireUsablePassword(password);
  if (storedHash !== undefined && (await verifyPassword(password, storedHash))) return storedHash;
  const nonce = randomBytes(SALT_BYTES);
  const message = Buffer.from(password.normalize("NFC"));
  const tag = argon2Sync("argon2id", { message, nonce, tagLength: TAG_BYTES, ...COST });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(nonce)}$${toBase64(tag)}`;
};

const toBase64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
