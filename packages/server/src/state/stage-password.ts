import { requireNewPassword } from "../accounts/passwords/check-new-password.ts";
import { checkPassword, hashPassword, verifyPassword } from "../accounts/passwords/password.ts";

/** A password that a file or a caller gives, and whose it is. */
export interface GivenPassword {
  readonly username: string;
  readonly password: string;
  readonly storedHash: string | undefined;
}

/** The hash to store for a password: the stored one when it still fits, otherwise a new one. */
export type StagePassword = (given: GivenPassword) => Promise<string>;

/**
 * Remembers its answers, so that planning the same file again costs no second hashing. Otherwise a file with many
 * users would take long enough for the next change to come in between, every time.
 */
export const createStagePassword = (): StagePassword =>
  remembering(async ({ password, storedHash }) => {
    if (storedHash !== undefined && (await verifyPassword(password, storedHash))) return storedHash;
    return hashPassword(password);
  });

/**
 * A new hash, whatever is stored. For callers: one who may not set a password must not learn from "nothing changed"
 * that it was the right one. Held to the rules of the pages.
 */
export const createHashAnew = (): StagePassword =>
  remembering(
    async ({ password }) => {
      requireNewPassword(password);
      return hashPassword(password);
    },
    ({ username, password }) => [username, password],
  );

/** No hash of any password: whatever is stored is something else. */
const NOT_A_HASH = "a password that is only tried";

/**
 * For a draft: a password always counts as changed. It is not compared with what is stored, so neither the answer nor
 * its time tells whether it was the right one, and it is not hashed, since nothing is written.
 */
export const stageDraftPassword: StagePassword = async ({ password }) => {
  requireNewPassword(password);
  checkPassword(password);
  return NOT_A_HASH;
};

/** For each user apart: equal passwords of two users must not show in equal hashes. */
function remembering(
  stage: StagePassword,
  questionOf: (given: GivenPassword) => readonly unknown[] = ({ username, password, storedHash }) => [
    username,
    password,
    storedHash,
  ],
): StagePassword {
  const answers = new Map<string, Promise<string>>();
  return (given) => {
    const question = JSON.stringify(questionOf(given));
    const answer = answers.get(question) ?? stage(given);
    answers.set(question, answer);
    return answer;
  };
}
