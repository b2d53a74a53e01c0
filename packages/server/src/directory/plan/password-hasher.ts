import { requireNewPassword } from "../../accounts/passwords/check-new-password.ts";
import { hashPassword, requireUsablePassword, verifyPassword } from "../../accounts/passwords/password.ts";

/** A password from a file or a caller, with its user. */
export interface GivenPassword {
  readonly username: string;
  readonly password: string;
  readonly storedHash: string | undefined;
}

/** Gives the hash to store for a password. */
export type PasswordHasher = (given: GivenPassword) => Promise<string>;

/**
 * Gives the stored hash if the password matches it, otherwise a new one. It caches its results, so a second plan of the
 * same file hashes nothing again. Without the cache, a file with many users takes so long that another write could
 * overtake every attempt.
 */
export const createPasswordHasher = (): PasswordHasher =>
  withCache(
    async ({ password, storedHash }) => {
      if (storedHash !== undefined && (await verifyPassword(password, storedHash))) return storedHash;
      return hashPassword(password);
    },
    ({ username, password, storedHash }) => [username, password, storedHash],
  );

/**
 * Always makes a new hash. A caller of the API must not learn from "nothing changed" that a guessed password is right.
 * The password must obey the rules of the pages.
 */
export const createFreshPasswordHasher = (): PasswordHasher =>
  withCache(
    async ({ password }) => {
      requireNewPassword(password);
      return hashPassword(password);
    },
    ({ username, password }) => [username, password],
  );

/** No password has this hash, so it differs from every stored one. */
const NOT_A_HASH = "a password that is only tried";

/**
 * In a draft, a password always counts as changed. It is not compared with the stored hash, so neither the answer nor
 * its timing reveals whether the password is right. It is not hashed, because a draft writes nothing.
 */
export const hashDraftPassword: PasswordHasher = async ({ password }) => {
  requireNewPassword(password);
  requireUsablePassword(password);
  return NOT_A_HASH;
};

/** The key contains the user, so two users with the same password get different hashes. */
function withCache(
  hash: PasswordHasher,
  keyOf: (given: GivenPassword) => readonly (string | undefined)[],
): PasswordHasher {
  const hashes = new Map<string, Promise<string>>();
  return (given) => {
    const key = JSON.stringify(keyOf(given));
    const hashed = hashes.get(key) ?? hash(given);
    hashes.set(key, hashed);
    return hashed;
  };
}
