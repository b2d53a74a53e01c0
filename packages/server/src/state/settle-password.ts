import { hashPassword, verifyPassword } from "../accounts/password.ts";

/** The hash to store for a password: the stored one when it still fits, otherwise a new one. */
export type SettlePassword = (password: string, storedHash: string | undefined) => Promise<string>;

/**
 * Remembers its answers, so that planning the same file again costs no second hashing. Otherwise a file with many
 * users would take long enough for the next change to come in between, every time.
 */
export function createSettlePassword(): SettlePassword {
  const answers = new Map<string, Promise<string>>();
  return (password, storedHash) => {
    const question = JSON.stringify([password, storedHash]);
    const answer = answers.get(question) ?? settle(password, storedHash);
    answers.set(question, answer);
    return answer;
  };
}

/**
 * A new hash, whatever is stored. For callers: one who may not set a password must not learn from "nothing changed"
 * that it was the right one.
 */
export function createHashAnew(): SettlePassword {
  const hashes = new Map<string, Promise<string>>();
  return (password) => {
    const hash = hashes.get(password) ?? hashPassword(password);
    hashes.set(password, hash);
    return hash;
  };
}

async function settle(password: string, storedHash: string | undefined): Promise<string> {
  if (storedHash !== undefined && (await verifyPassword(password, storedHash))) return storedHash;
  return hashPassword(password);
}
